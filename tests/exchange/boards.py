"""Two small boards that tests draw: hexes with terrain, stream and road; and a round world of five spaces."""

HEXES = """
enumerations:
  heading: [east, northeast, northwest, west, southwest, southeast]
sorts: {ground: {plural: grounds}}
grids:
  field: {directions: heading, rows: {a: [1, 3, 0], b: [0, 3, -1], c: [1, 3, 0]}}
attributes:
  game: {turn: {type: number}, goal: {type: space}, round: {type: number}}
  space: {ground: {type: ground, default: meadow}}
  border: {brook: {type: truth}, path: {type: truth}}
  unit: {facing: {type: heading, default: northeast}, hurt: {type: number}}
tags: {edge: , wheeled: }
grounds:
  meadow: {title: Meadow, color: "#ddeebb", letter: "."}
  wood: {title: Wood, color: "#88aa66", ink: "#224422", letter: w, symbol: M-20 20L0 -20L20 20Z}
powers:
  red: {title: Red & Co, color: "#aa2222", letter: R}
  blue: {title: Blue, color: "#bbccff", letter: B}
spaces:
  b0: {is: edge}
  b3: {is: edge}
  b2: {ground: wood}
unit_types:
  cart: {title: Very Long Cart Name, is: wheeled}
  foot: {title: Foot, short: "ft, foot", symbol: M-5 -5H5V5H-5Z}
pictures:
  sheet: {on: board, color: "#fafafa", says: turn}
  lie: {on: space, as: its ground}
  rim: {on: space, when: it is edge, cut: true, color: "#999999", letter: "#"}
  brook: {title: Brook, on: border, when: it is brook, line: along, width: 10, color: "#3366cc", letter: "~"}
  path: {title: Path, on: border, when: it is path, line: across, width: 6, color: "#775533", letter: "-"}
  span: {on: border, when: it is brook and it is path, letter: "="}
  plank: {title: Plank, on: border, when: it is brook and it is path, line: across, part: 20, width: 30, color: "#111111"}
  goal: {title: Goal, on: space, when: it is goal, symbol: M-9 -9H9V9H-9Z, ink: "#cc0000", letter: "*"}
  front: {on: unit, when: it is wheeled, points: its facing}
  hurt: {title: Hurt, on: unit, when: its hurt > 0, says: its hurt, color: "#ffee00"}
"""

MORE = """
procedures:
  play: |
    set turn to 7
    roll 1 d6 as die
scenarios:
  standard:
    set:
      game: {goal: a2}
      borders: {a1|b1: {brook: true, path: true}, a2|b1: {brook: true}, b1|b2: {path: true}}
    units:
      a1: {red: {cart: {facing: west}, foot: 2}}
      b2: {red: {foot: 1}, blue: {foot: {hurt: 2}}}
      c3: {blue: {foot: 12}}
      c2: {red: {foot: [{count: 3, hurt: 1}, {hurt: 2}], cart: 1}, blue: {cart: {aboard: {foot: 2}}}}
"""

WORLD = """
attributes:
  game: {turn: {type: number}}
  space: {holder: {type: power}, worth: {type: number, fixed: true}}
tags: {wet: , isle: , dam: }
powers: {red: {title: Red, color: "#aa2222"}, blue: {title: Blue, color: "#bbccff"}}
spaces:
  west_land: {title: West Land, holder: red, worth: 3, at: [10, 50]}
  sea: {title: The Sea, is: wet, at: [50, 20]}
  south: {title: South, is: wet, at: [50, 80]}
  east_land: {title: East Land, holder: blue, worth: 2, at: [90, 50]}
  rock: {title: Rock & <Reef>, is: isle, at: [52, 22]}
borders:
  near: {pairs: {west_land: [sea, east_land], sea: [east_land, rock], south: [east_land, rock]}}
  dams: {is: dam, pairs: {sea: [south]}}
unit_types: {ship: {title: Ship, short: shp}, guard: {title: Guard}}
pictures:
  sheet: {on: board, size: [100, 100], closes: true}
  wet: {on: space, when: it is wet, color: "#99bbdd"}
  held: {on: space, as: its holder}
  isle: {on: space, when: it is isle, disc: 6, color: "#00ff00"}
  worth: {on: space, when: worth of it > 2, says: worth of it, title: Rich}
  dam: {title: Dam, on: border, when: it is dam, line: along, color: "#ff8800"}
procedures:
  play: |
    roll 1 d6 as die
scenarios:
  standard:
    units:
      west_land: {red: {guard: 3}, blue: {guard: 1}}
      sea: {blue: {ship: {aboard: {guard: 2}}}}
"""
