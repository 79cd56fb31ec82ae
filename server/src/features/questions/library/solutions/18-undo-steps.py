import sys

text = ''
done = []
undone = []

for line in sys.stdin.read().splitlines():
    command, _, rest = line.partition(' ')
    if command in ('type', 'delete'):
        done.append(text)
        undone.clear()
        text = text + rest if command == 'type' else text[:max(0, len(text) - int(rest))]
    elif command == 'undo' and done:
        undone.append(text)
        text = done.pop()
    elif command == 'redo' and undone:
        done.append(text)
        text = undone.pop()
    elif command == 'print':
        print(text or '(empty)')
