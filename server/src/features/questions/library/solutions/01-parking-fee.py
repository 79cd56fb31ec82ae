import sys

DAY = 24 * 60


def minutes_of(time):
    hours, minutes = time.split(':')
    return int(hours) * 60 + int(minutes)


def fee_of(entry, exit):
    stay = (minutes_of(exit) - minutes_of(entry)) % DAY
    return 0 if stay <= 30 else min(-(-stay // 60) * 2.5, 18)


for line in sys.stdin.read().splitlines():
    entry, exit = line.split()
    print(f'{fee_of(entry, exit):.2f}')
