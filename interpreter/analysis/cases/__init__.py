"""Cases: given a position, when something is tried, then what holds. Written in YAML by people who know the game.

Steps of `when`, one key each: `run` (a procedure, phase or engagement, arguments in parentheses), `answer`, `refuse`
(an answer, or a record with `answer`, `by`, the rule that says no, and `because`, what it has to tell), `legal` (an
answer that would be accepted), `asked` (the power whose answer it is now), `dice` (what the next rolls show), `check`
(conditions; or a record with conditions in `that`, which hold of what the power in `known_to` knows), `said` (announcements, in this order: an event and its values, or its line in the log), `until` (a condition; everybody passes until it holds), `finish`
(everybody passes to the end).
"""

from interpreter.analysis.cases.documents import Case, asked_for, cases_in, read_cases, with_overlays
from interpreter.analysis.cases.running import CaseResult, Report, run_case, run_cases
from interpreter.analysis.cases.workshop import Workshop

__all__ = ["Case", "CaseResult", "Report", "Workshop", "asked_for", "cases_in", "read_cases", "run_case", "run_cases", "with_overlays"]
