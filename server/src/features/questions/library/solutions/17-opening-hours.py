import sys
from itertools import groupby

days = [line.split(' ', 1) for line in sys.stdin.read().splitlines()]
for hours, group in groupby(days, key=lambda day: day[1]):
    names = [name for name, _ in group]
    print(names[0] if len(names) == 1 else f'{names[0]}-{names[-1]}', hours)
