// The most frequent passwords of published leaks that the shortest length lets through.
const COMMON = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 7654321 654321 111111 1111111 11111111
  000000 00000000 121212 123123 123123123 112233 123321 222222 333333 444444 555555 666666 777777 888888 88888888
  999999 696969 159753 147258369 147852 789456 789456123 741852963 102030 123qwe 123abc 1q2w3e 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx zaq12wsx qwe123 qwerty qwerty1 qwerty12 qwerty123 qwertyui qwertyuiop qazwsx qazwsxedc asdfgh asdfghjkl
  zxcvbn zxcvbnm asdasd qweqwe qwer1234 abc123 abcd1234 a123456 a12345678 aa123456 aaaaaa abcdef abcdefg abcdefgh
  password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass123 passwort password! changeme secret
  welcome welcome1 welcome123 letmein letmein1 iloveyou iloveyou1 monkey dragon master sunshine princess football
  baseball basketball superman batman shadow michael jordan jordan23 jennifer jessica ashley daniel thomas charlie
  andrew george matthew joshua nicole hunter hunter2 ranger buster soccer hockey killer pepper ginger summer winter
  spring autumn cookie flower cheese computer internet samsung google starwars pokemon naruto whatever trustno1
  freedom lovely loveme mustang harley admin123 administrator root123 test123 test1234 testing guest123 default
  user123 login123 access azerty azertyuiop interview interview1 company company123`.split(/\s+/),
);

/** Whether a password is among those that are tried first. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
