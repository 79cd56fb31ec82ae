import sys
from datetime import date

first, start, *lines = sys.stdin.read().splitlines()
team = first.split()
start = date.fromisoformat(start)
absences = []


def on_call(day):
    week = (date.fromisoformat(day) - start).days // 7
    away = {name for name, begin, end in absences if begin <= day <= end}
    for turn in range(len(team)):
        name = team[(week + turn) % len(team)]
        if name not in away:
            return name
    return 'nobody'


for line in lines:
    command, *rest = line.split()
    if command == 'ask':
        print(on_call(rest[0]))
    else:
        absences.append(rest)
