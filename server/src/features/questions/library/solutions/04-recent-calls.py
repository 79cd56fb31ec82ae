import sys

first, *commands = sys.stdin.read().splitlines()

size = int(first)
recent = []

for command in commands:
    action, *names = command.split()
    if action == 'call':
        recent = (names + [other for other in recent if other != names[0]])[:size]
    else:
        print(' '.join(recent) or 'nobody')
