/** Whether a file holds tests, by the names that test runners look for. */
export function isTestFile(file: string): boolean {
  return (
    /(^|\/)(__tests__|tests?|spec|e2e)\//.test(file) ||
    /[._-](test|spec)\.[a-z]+$/.test(file) ||
    /(^|\/)(test_[^/]*|conftest)\.py$/.test(file) ||
    /(Test|Tests|IT)\.java$/.test(file)
  );
}

/** The name of the file that a test is about, without ending: `a.test.ts`, `test_a.py`, `a_test.go` and `ATest.java` are about `a`. */
export function testedStem(file: string): string {
  return stemOf(file)
    .replace(/[._-](test|spec)$/, '')
    .replace(/^test_/, '')
    .replace(/(Tests?|IT)$/, '');
}

/** The name of a file without directory and ending. */
export function stemOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return name.replace(/\.[^.]+$/, '').replace(/\.d$/, '');
}
