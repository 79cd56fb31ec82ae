import sys


def money(cents):
    return f'{cents // 100}.{cents % 100:02}'


total = 0
for line in sys.stdin.read().splitlines():
    quantity, price, discount = line.split()
    hundredths = int(quantity) * int(price.replace('.', '')) * (100 - int(discount))
    cents = (hundredths + 50) // 100
    total += cents
    print(money(cents))
print('total', money(total))
