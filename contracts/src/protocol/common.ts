import { Type } from 'typebox';
import { CODE_MAX } from '../rooms/text-limits.ts';

/** Longest name of a person or a company, in code points (threats: names). */
export const NAME_MAX = 80;
/** Longest name in a request, in code points: with blanks around it, or with decomposed accents. */
export const NAME_SENT_MAX = 3 * NAME_MAX;
/** Longest name of a file with its folders, in characters. */
export const FILE_NAME_MAX = 80;
/** Shortest password the product accepts (spec section 9); a deployment may raise it. */
export const PASSWORD_MIN = 6;
/** Rows on one page of any list. */
export const PAGE_SIZE = 15;

// Control characters, bidirectional overrides and lone surrogates never belong in a line of text:
// they disguise a name, and Postgres refuses NUL and lone surrogates.
const FORBIDDEN_IN_LINE =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff';
const ONE_LINE = `^[^${FORBIDDEN_IN_LINE}]*$`;
// At least one visible character: not only zero-width characters, nor letters and signs that are drawn as a blank
// (fillers, the empty Braille pattern, the note without a head).
const SEEN = '(?![\\p{Default_Ignorable_Code_Point}\\u2800\\u{1d159}])[\\p{L}\\p{N}\\p{P}\\p{S}]';
const ONE_LINE_NOT_BLANK = `^(?=[^]*${SEEN})[^${FORBIDDEN_IN_LINE}]*$`;
const MANY_LINES = '^[^\\u0000\\ud800-\\udfff]*$';
const MANY_LINES_NOT_BLANK = `^(?=[^]*\\S)[^\\u0000\\ud800-\\udfff]*$`;

/** Returns a schema of text of which the server reads the lower-case spelling. */
const LowerCase = (schema: Type.TString) =>
  Type.Codec(schema)
    .Decode((text) => text.toLowerCase())
    .Encode((text) => text);

/** A UUID in its lower- or upper-case spelling. */
export const Id = LowerCase(
  Type.String({ format: 'uuid', maxLength: 36, examples: ['0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01'] }),
);
/** The stored name of a person or a company: one line, not blank. */
export const Name = Type.String({
  minLength: 1,
  maxLength: NAME_MAX,
  pattern: ONE_LINE_NOT_BLANK,
  examples: ['Ada Lovelace'],
});
/** A name in a request; the server normalizes it, and refuses it if it is still longer than a name. */
export const SentName = Type.String({
  minLength: 1,
  maxLength: NAME_SENT_MAX,
  pattern: ONE_LINE_NOT_BLANK,
  description: `A name; blanks around it are removed, and then it has at most ${NAME_MAX} characters.`,
  examples: ['Ada Lovelace'],
});
/** One line that may be blank, at most `maxLength` code points. */
export const Line = (maxLength: number) => Type.String({ maxLength, pattern: ONE_LINE });
/** One line that is not blank, at most `maxLength` code points. */
export const LineNotBlank = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: ONE_LINE_NOT_BLANK });
/** Text of several lines that may be blank, at most `maxLength` code points. */
export const Text = (maxLength: number) => Type.String({ maxLength, pattern: MANY_LINES });
/** Text of several lines that is not blank, at most `maxLength` code points. */
export const TextNotBlank = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: MANY_LINES_NOT_BLANK });
/** A single address as e-mails can be sent to it: no list, name, quoting or IP address in brackets. */
export const EMAIL_PATTERN = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$";
/** An e-mail address; compared case-insensitively. The format alone allows quotes around any characters, also NUL. */
export const Email = Type.String({
  format: 'email',
  pattern: EMAIL_PATTERN,
  minLength: 3,
  maxLength: 254,
  description: 'An e-mail address; upper and lower case are the same.',
  examples: ['ada@example.com'],
});
/** A password as typed. The shortest length is a rule of the deployment, so the service checks it. */
export const Password = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: MANY_LINES,
  description: `A password of at least ${PASSWORD_MIN} characters; a deployment may ask for more.`,
  examples: ['correct horse battery staple'],
});
/** A time in ISO 8601 with a time zone. */
export const Moment = Type.String({
  format: 'date-time',
  maxLength: 40,
  examples: ['2027-03-01T09:30:00.000Z'],
});
/** A time zone by its IANA name, such as `Europe/Berlin`. */
export const TimeZone = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$',
  maxLength: 64,
  description: 'An IANA time zone.',
  examples: ['Europe/Berlin'],
});
/** The code of a room: an identifier in the link and a weak capability. */
export const RoomCode = Type.String({
  pattern: '^[A-Za-z0-9_-]{6,64}$',
  maxLength: 64,
  description: 'The code of a room, as in its link.',
  examples: ['private-room-k3v9x2m7q'],
});
/** A room code that a client chooses: no shorter than the specification's, a prefix of 13 and 9 random characters. */
export const NewRoomCode = Type.String({
  pattern: '^[A-Za-z0-9_-]{22,64}$',
  maxLength: 64,
  description: 'A new room code: private-room- and at least 9 random characters, or as many others.',
  examples: ['private-room-k3v9x2m7q'],
});
/** The name of a file; `fileNameProblem` says which of these the server takes. */
export const FileName = LineNotBlank(FILE_NAME_MAX);
/** The whole text of a document. */
export const Code = Text(CODE_MAX);
/** The same in a reply: if two nodes accept concurrent edits within the limit, these can together exceed it. */
export const MetCode = Text(2 * CODE_MAX);
/** The identifier of a programming language, such as `sql` or `c++`. */
export const LanguageId = Type.String({ pattern: '^[a-z0-9][a-z0-9+#._-]{0,31}$', maxLength: 32 });
/** An identifier of an operation from the client, so that a repetition changes nothing. */
export const OperationId = Type.String({
  pattern: '^[A-Za-z0-9_-]{8,64}$',
  maxLength: 64,
  description: 'Chosen by the client for one operation; repeating it changes nothing.',
  examples: ['op-7f3a91c2'],
});

/** A schema or null. */
export const Nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** An object that refuses unknown keys. */
export const Closed = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** One of several words; a single schema, so that an error names the field once. */
export const OneOf = <const T extends readonly string[]>(words: T): Type.TEnum<[...T]> => Type.Enum<[...T]>([...words]);

/** The path parameter `{id}`. */
export const IdParams = Closed({ id: Id });
/** The number of a page; pages count from 1. */
export const PageNumber = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }));
/** The query of a paginated list. */
export const PageQuery = Closed({ page: PageNumber });
export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** A page of a list as the spec has it, with the count of all rows. */
export const Page = <S extends Type.TSchema>(row: S) =>
  Closed({
    data: Type.Array(row, { maxItems: 1000 }),
    current_page: Count,
    last_page: Count,
    total: Count,
  });
/** The reply of a request that returns only its success. */
export const Done = Closed({ message: Line(200) });
