import sys
from collections import defaultdict

balances = defaultdict(int)
for line in sys.stdin.read().splitlines():
    payer, amount, *people = line.split()
    cents = int(amount.replace('.', ''))
    share, left = divmod(cents, len(people))
    balances[payer] += cents
    for index, name in enumerate(people):
        balances[name] -= share + (index < left)

for name, cents in sorted(balances.items()):
    sign = '+' if cents > 0 else '-' if cents < 0 else ''
    print(f'{name} {sign}{abs(cents) // 100}.{abs(cents) % 100:02}')
