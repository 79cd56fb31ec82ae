import sys
from collections import defaultdict

entries = [line.lower().split()[1:] for line in sys.stdin.read().splitlines()]
entries_with = defaultdict(list)
for index, addresses in enumerate(entries):
    for address in addresses:
        entries_with[address].append(index)

seen = set()
for start in range(len(entries)):
    if start in seen:
        continue
    seen.add(start)
    person = [start]
    for index in person:
        for address in entries[index]:
            for other in entries_with[address]:
                if other not in seen:
                    seen.add(other)
                    person.append(other)
    print(*sorted(index + 1 for index in person))
