import sys

bookings = []
for line in sys.stdin.read().splitlines():
    room, start, end, title = line.split(' ', 3)
    bookings.append((room, start, end, title))
bookings.sort(key=lambda booking: booking[:2])

conflicts = []
busy_until = {}
for room, start, end, title in bookings:
    until = busy_until.get(room, '')
    if start < until:
        conflicts.append(f'{room} {title}')
    busy_until[room] = max(until, end)
print('\n'.join(conflicts) or 'no conflicts')
