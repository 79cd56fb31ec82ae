import sys
from collections import defaultdict

needs_of = defaultdict(set)
for line in sys.stdin.read().splitlines():
    step, needs = line.split(':')
    needs_of[step].update(needs.split())
    for name in needs.split():
        needs_of[name]

done = set()
wave = 1
while len(done) < len(needs_of):
    waiting = sorted(set(needs_of) - done)
    ready = [step for step in waiting if needs_of[step] <= done]
    if not ready:
        print('stuck:', *waiting)
        break
    print(f'{wave}:', *ready)
    done.update(ready)
    wave += 1
