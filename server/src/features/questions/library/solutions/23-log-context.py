import sys

first, *log = sys.stdin.read().splitlines()

number, text = first.split(' ', 1)
context = int(number)

shown = set()
for index, line in enumerate(log):
    if text in line:
        shown.update(range(max(0, index - context), min(len(log), index + context + 1)))

previous = None
for index in sorted(shown):
    if previous is not None and index > previous + 1:
        print('--')
    print(f'{index + 1}{":" if text in log[index] else "-"} {log[index]}')
    previous = index
if previous is None:
    print('no match')
