"""The rulebook of a ruleset as web pages, made from its data: `book` gathers, `examples` tells cases in words, `html` writes
tags, `entries` shows a definition, `site` puts the pages together. No page needs a network, or another program than a browser."""
