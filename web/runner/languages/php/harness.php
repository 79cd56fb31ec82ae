<?php
define('STDIN', fopen('php://stdin', 'r'));
define('STDOUT', fopen('php://stdout', 'w'));
define('STDERR', fopen('php://stderr', 'w'));

function readline(?string $prompt = null): string|false
{
    echo $prompt;
    $line = fgets(STDIN);
    return $line === false ? false : rtrim($line, "\r\n");
}

$__files = json_decode(file_get_contents('/.files.json'));

function __shown(string $text): string
{
    $names = implode('|', array_map(static fn (string $name): string => preg_quote($name, '~'), $GLOBALS['__files']));
    return preg_replace("~(?<![\\w./-])/($names)(?![\\w/])~", '$1', $text);
}

function __report(Throwable $error): void
{
    [$name, $message, $line] = [get_class($error), $error->getMessage(), $error->getLine()];
    $file = ltrim($error->getFile(), '/');
    $GLOBALS['__error'] = ['name' => $name, 'message' => $message, 'line' => $line, 'file' => $file];
    if ($error instanceof ParseError) {
        fwrite(STDERR, "Parse error: $message in $file on line $line\n");
        return;
    }
    $frames = preg_grep('/^#\d+ (?!php-wasm run script|\{main\})/', explode("\n", $error->getTraceAsString()));
    $trace = implode('', array_map(static fn (string $frame): string => __shown($frame) . "\n", $frames));
    fwrite(STDERR, __shown("Fatal error: Uncaught $name: $message in $file:$line\n$trace"));
}

register_shutdown_function(static function (): void {
    $error = $GLOBALS['__error'] ?? null;
    $last = error_get_last();
    $fatal = E_ERROR | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;
    if ($error === null && $last !== null && ($last['type'] & $fatal) !== 0) {
        $error = ['name' => 'Fatal error', 'message' => $last['message'], 'line' => $last['line'], 'file' => ltrim($last['file'], '/')];
    }
    file_put_contents('/.end.json', json_encode($error, JSON_INVALID_UTF8_SUBSTITUTE));
});

chdir('/');
$argv = $_SERVER['argv'] = [$__files[0]];
$argc = $_SERVER['argc'] = 1;
try {
    if (is_file('/mbstring.php')) {
        require '/mbstring.php';
    }
    require '/' . $__files[0];
} catch (Throwable $error) {
    (set_exception_handler(null) ?? __report(...))($error);
}
