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

function __report(Throwable $error): void
{
    $shown = static fn (string $text): string => str_replace('/main.php', 'main.php', $text);
    [$name, $message, $line] = [get_class($error), $error->getMessage(), $error->getLine()];
    $GLOBALS['__error'] = ['name' => $name, 'message' => $message, 'line' => $line];
    if ($error instanceof ParseError) {
        fwrite(STDERR, "Parse error: $message in main.php on line $line\n");
        return;
    }
    $frames = preg_grep('/^#\d+ (?!php-wasm run script|\{main\})/', explode("\n", $error->getTraceAsString()));
    $trace = implode('', array_map(static fn (string $frame): string => $shown($frame) . "\n", $frames));
    fwrite(STDERR, $shown("Fatal error: Uncaught $name: $message in main.php:$line\n$trace"));
}

register_shutdown_function(static function (): void {
    $error = $GLOBALS['__error'] ?? null;
    $last = error_get_last();
    $fatal = E_ERROR | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;
    if ($error === null && $last !== null && ($last['type'] & $fatal) !== 0) {
        $error = ['name' => 'Fatal error', 'message' => $last['message'], 'line' => $last['line']];
    }
    file_put_contents('/end.json', json_encode($error, JSON_INVALID_UTF8_SUBSTITUTE));
});

chdir('/');
$argv = $_SERVER['argv'] = ['main.php'];
$argc = $_SERVER['argc'] = 1;
try {
    if (is_file('/mbstring.php')) {
        require '/mbstring.php';
    }
    require '/main.php';
} catch (Throwable $error) {
    (set_exception_handler(null) ?? __report(...))($error);
}
