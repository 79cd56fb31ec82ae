const SCRIPTS = /\.(?:test|spec)\.[cm]?[jt]sx?$/;

/** The names of test files, by the language of the room. */
const NAMES: Readonly<Record<string, RegExp>> = {
  javascript: SCRIPTS,
  typescript: SCRIPTS,
  python: /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/,
};

/** Returns the names of the test files among those of a program; none if it has one file or cannot run them here. */
export function testFilesOf(language: string, files: readonly { name: string }[] = []): string[] {
  const pattern = files.length > 1 ? NAMES[language] : undefined;
  return pattern ? files.map(({ name }) => name).filter((name) => pattern.test(name)) : [];
}
