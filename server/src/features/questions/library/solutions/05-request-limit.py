import sys

first, *requests = sys.stdin.read().splitlines()

limit, period = map(int, first.split())
times_of = {}

for request in requests:
    second, client = request.split()
    time = int(second)
    times = [earlier for earlier in times_of.get(client, []) if time - earlier < period]
    allowed = len(times) < limit
    if allowed:
        times.append(time)
    times_of[client] = times
    print('ok' if allowed else 'wait')
