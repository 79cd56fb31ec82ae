<?php
// The functions of mbstring, which this build of PHP lacks. The case tables are the browser's (case-tables.ts).
const MB_CASE_UPPER = 0;
const MB_CASE_LOWER = 1;
const MB_CASE_TITLE = 2;
const MB_CASE_FOLD = 3;
const MB_CASE_UPPER_SIMPLE = 4;
const MB_CASE_LOWER_SIMPLE = 5;
const MB_CASE_TITLE_SIMPLE = 6;
const MB_CASE_FOLD_SIMPLE = 7;

final class __Mb
{
    private const BYTES = ['ASCII', 'US-ASCII', '8BIT', 'BINARY', 'ISO-8859-1', 'LATIN1', 'WINDOWS-1252'];
    private const VALID = '[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}'
        . '|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}';
    public static string $encoding = 'UTF-8';
    private static ?array $case = null;
    private static array $last = ['', []];

    /** Whether the encoding has a character for each byte; null is the internal encoding. */
    public static function isBytes(?string $encoding): bool
    {
        $name = strtoupper($encoding ?? self::$encoding);
        if (in_array($name, ['UTF-8', 'UTF8'], true)) return false;
        if (in_array($name, self::BYTES, true)) return true;
        $caller = debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 3);
        $function = end($caller)['function'];
        throw new ValueError("$function(): Argument (\$encoding) must be a valid encoding, \"$encoding\" given");
    }

    public static function scrub(string $text): string
    {
        if (preg_match('//u', $text)) return $text;
        return preg_replace_callback('/(' . self::VALID . ')|./s', static fn ($found) => $found[1] ?? '?', $text);
    }

    /** Returns the characters of a text. The last text is kept, because programs go through one by index. */
    public static function characters(string $text, ?string $encoding = null): array
    {
        if ($text === '') return [];
        if (self::isBytes($encoding)) return str_split($text);
        if (self::$last[0] !== $text) {
            self::$last = [$text, preg_split('//u', self::scrub($text), -1, PREG_SPLIT_NO_EMPTY)];
        }
        return self::$last[1];
    }

    public static function isAscii(string $text): bool
    {
        return !preg_match('/[\x80-\xff]/', $text);
    }

    public static function upper(string $text): string
    {
        return strtr(strtoupper(self::scrub($text)), self::tables()['upper']);
    }

    public static function lower(string $text): string
    {
        $text = preg_replace('/(?<=\p{L})Σ(?!\p{L})/u', 'ς', self::scrub($text));
        return strtr(strtolower($text), self::tables()['lower']);
    }

    private static function tables(): array
    {
        return self::$case ??= json_decode(file_get_contents('/mb-case.json'), true);
    }

    /** Returns where a part begins (characters), or false. */
    public static function find(string $text, string $part, int $offset, ?string $encoding, bool $isLast): int|false
    {
        $characters = self::characters($text, $encoding);
        $length = count($characters);
        if (abs($offset) > $length) {
            $caller = debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 2)[1]['function'];
            throw new ValueError("$caller(): Argument #3 (\$offset) must be contained in argument #1 (\$haystack)");
        }
        $bytes = static fn (int $count): int => strlen(implode('', array_slice($characters, 0, $count)));
        $text = implode('', $characters);
        if (!$isLast) $at = strpos($text, $part, $bytes($offset < 0 ? $length + $offset : $offset));
        elseif ($offset >= 0) $at = strrpos($text, $part, $bytes($offset));
        else $at = strrpos(substr($text, 0, min(strlen($text), $bytes($length + $offset) + strlen($part))), $part);
        return $at === false ? false : count(self::characters(substr($text, 0, $at), $encoding));
    }
}

function mb_internal_encoding(?string $encoding = null): string|bool
{
    if ($encoding === null) return __Mb::$encoding;
    __Mb::isBytes($encoding);
    __Mb::$encoding = strtoupper($encoding);
    return true;
}

function mb_regex_encoding(?string $encoding = null): string|bool
{
    return $encoding === null ? 'UTF-8' : true;
}

function mb_language(?string $language = null): string|bool
{
    return $language === null ? 'neutral' : true;
}

function mb_substitute_character(string|int|null $character = null): string|int|bool
{
    return $character === null ? 63 : true;
}

function mb_list_encodings(): array
{
    return ['ASCII', 'ISO-8859-1', 'UTF-8'];
}

function mb_strlen(string $string, ?string $encoding = null): int
{
    return __Mb::isAscii($string) ? strlen($string) : count(__Mb::characters($string, $encoding));
}

function mb_substr(string $string, int $start, ?int $length = null, ?string $encoding = null): string
{
    if (__Mb::isAscii($string)) return substr($string, $start, $length);
    return implode('', array_slice(__Mb::characters($string, $encoding), $start, $length));
}


function mb_str_split(string $string, int $length = 1, ?string $encoding = null): array
{
    if ($length < 1) throw new ValueError('mb_str_split(): Argument #2 ($length) must be greater than 0');
    $characters = __Mb::characters($string, $encoding);
    return $length === 1 ? $characters : array_map('implode', array_chunk($characters, $length));
}

function mb_strtoupper(string $string, ?string $encoding = null): string
{
    return __Mb::upper($string);
}

function mb_strtolower(string $string, ?string $encoding = null): string
{
    return __Mb::lower($string);
}

function mb_convert_case(string $string, int $mode, ?string $encoding = null): string
{
    return match ($mode) {
        MB_CASE_UPPER, MB_CASE_UPPER_SIMPLE => __Mb::upper($string),
        MB_CASE_LOWER, MB_CASE_LOWER_SIMPLE => __Mb::lower($string),
        MB_CASE_FOLD, MB_CASE_FOLD_SIMPLE => str_replace(['ß', 'ς'], ['ss', 'σ'], __Mb::lower($string)),
        MB_CASE_TITLE, MB_CASE_TITLE_SIMPLE => preg_replace_callback(
            "/(\p{L})([\p{L}\p{M}\p{N}'’]*)/u",
            static fn ($word) => mb_substr($first = __Mb::upper($word[1]), 0, 1) . __Mb::lower(mb_substr($first, 1) . $word[2]),
            __Mb::scrub($string),
        ),
        default => throw new ValueError('mb_convert_case(): Argument #2 ($mode) must be one of the MB_CASE_* constants'),
    };
}

function mb_strpos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false
{
    return __Mb::find($haystack, $needle, $offset, $encoding, false);
}

function mb_strrpos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false
{
    return __Mb::find($haystack, $needle, $offset, $encoding, true);
}

function mb_stripos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false
{
    return __Mb::find(__Mb::lower($haystack), __Mb::lower($needle), $offset, $encoding, false);
}

function mb_strripos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false
{
    return __Mb::find(__Mb::lower($haystack), __Mb::lower($needle), $offset, $encoding, true);
}

function mb_strstr(string $haystack, string $needle, bool $before_needle = false, ?string $encoding = null): string|false
{
    return strstr($haystack, $needle, $before_needle);
}

function mb_stristr(string $haystack, string $needle, bool $before_needle = false, ?string $encoding = null): string|false
{
    $at = mb_stripos($haystack, $needle);
    if ($at === false) return false;
    return $before_needle ? mb_substr($haystack, 0, $at) : mb_substr($haystack, $at);
}

function mb_strrchr(string $haystack, string $needle, bool $before_needle = false, ?string $encoding = null): string|false
{
    $at = mb_strrpos($haystack, $needle);
    if ($at === false) return false;
    return $before_needle ? mb_substr($haystack, 0, $at) : mb_substr($haystack, $at);
}

function mb_substr_count(string $haystack, string $needle, ?string $encoding = null): int
{
    if ($needle === '') throw new ValueError('mb_substr_count(): Argument #2 ($needle) must not be empty');
    return substr_count($haystack, $needle);
}

function mb_str_pad(
    string $string,
    int $length,
    string $pad_string = ' ',
    int $pad_type = STR_PAD_RIGHT,
    ?string $encoding = null,
): string {
    if ($pad_string === '') throw new ValueError('mb_str_pad(): Argument #3 ($pad_string) must be a non-empty string');
    $missing = max(0, $length - mb_strlen($string, $encoding));
    $left = match ($pad_type) {
        STR_PAD_LEFT => $missing,
        STR_PAD_BOTH => intdiv($missing, 2),
        default => 0,
    };
    $fill = static fn (int $count): string => mb_substr(str_repeat($pad_string, $count), 0, $count);
    return $fill($left) . $string . $fill($missing - $left);
}

function mb_strwidth(string $string, ?string $encoding = null): int
{
    $wide = '/[\x{1100}-\x{115F}\x{2E80}-\x{303E}\x{3041}-\x{4DBF}\x{4E00}-\x{A4CF}\x{A960}-\x{A97C}\x{AC00}-\x{D7A3}'
        . '\x{F900}-\x{FAFF}\x{FE30}-\x{FE6F}\x{FF01}-\x{FF60}\x{FFE0}-\x{FFE6}\x{1F300}-\x{1F64F}\x{1F680}-\x{1F6FF}'
        . '\x{1F900}-\x{1F9FF}\x{20000}-\x{3FFFD}]/u';
    return mb_strlen($string, $encoding) + preg_match_all($wide, __Mb::scrub($string));
}

function mb_strimwidth(string $string, int $start, int $width, string $trim_marker = '', ?string $encoding = null): string
{
    $text = mb_substr($string, $start);
    if (mb_strwidth($text) <= $width) return $text;
    $room = $width - mb_strwidth($trim_marker);
    $kept = '';
    foreach (mb_str_split($text) as $character) {
        if (mb_strwidth($kept . $character) > $room) break;
        $kept .= $character;
    }
    return $kept . $trim_marker;
}

function mb_check_encoding(array|string|null $value = null, ?string $encoding = null): bool
{
    if (is_array($value)) return array_reduce($value, static fn ($all, $each) => $all && mb_check_encoding($each, $encoding), true);
    if (in_array(strtoupper($encoding ?? ''), ['ASCII', 'US-ASCII'], true)) return __Mb::isAscii($value ?? '');
    return __Mb::isBytes($encoding) || preg_match('//u', $value ?? '') === 1;
}

function mb_detect_encoding(string $string, array|string|null $encodings = null, bool $strict = false): string|false
{
    $tried = is_string($encodings) ? array_map('trim', explode(',', $encodings)) : $encodings ?? ['ASCII', 'UTF-8'];
    foreach ($tried as $encoding) {
        if (strtolower($encoding) === 'auto') return mb_detect_encoding($string);
        if (mb_check_encoding($string, $encoding)) return $encoding;
    }
    return false;
}

function mb_convert_encoding(array|string $string, string $to_encoding, array|string|null $from_encoding = null): array|string|false
{
    if (is_array($string)) return array_map(static fn ($each) => mb_convert_encoding($each, $to_encoding, $from_encoding), $string);
    $from = is_array($from_encoding) || str_contains($from_encoding ?? '', ',') ? mb_detect_encoding($string, $from_encoding) : $from_encoding;
    $text = __Mb::isBytes($from) ? @utf8_encode($string) : __Mb::scrub($string);
    return __Mb::isBytes($to_encoding) ? @utf8_decode($text) : $text;
}

function mb_scrub(string $string, ?string $encoding = null): string
{
    return __Mb::isBytes($encoding) ? $string : __Mb::scrub($string);
}

function mb_ord(string $string, ?string $encoding = null): int|false
{
    if ($string === '') throw new ValueError('mb_ord(): Argument #1 ($string) must not be empty');
    if (!preg_match('/^./us', $string, $found)) return false;
    $bytes = array_values(unpack('C*', $found[0]));
    $value = count($bytes) === 1 ? $bytes[0] : $bytes[0] & (0xff >> (count($bytes) + 1));
    foreach (array_slice($bytes, 1) as $byte) $value = $value << 6 | $byte & 0x3f;
    return $value;
}

function mb_chr(int $codepoint, ?string $encoding = null): string|false
{
    if ($codepoint < 0 || $codepoint > 0x10ffff || $codepoint >= 0xd800 && $codepoint <= 0xdfff) return false;
    return json_decode($codepoint > 0xffff
        ? sprintf('"\u%04x\u%04x"', 0xd800 + ($codepoint - 0x10000 >> 10), 0xdc00 + ($codepoint - 0x10000 & 0x3ff))
        : sprintf('"\u%04x"', $codepoint));
}

function iconv_strlen(string $string, ?string $encoding = null): int|false
{
    return mb_strlen($string, $encoding);
}

function iconv_substr(string $string, int $offset, ?int $length = null, ?string $encoding = null): string|false
{
    return mb_substr($string, $offset, $length, $encoding);
}

function iconv_strpos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false
{
    return mb_strpos($haystack, $needle, $offset, $encoding);
}
