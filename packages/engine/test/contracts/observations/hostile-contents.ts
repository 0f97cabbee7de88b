/** Contents that must come back exactly as they were given. */
export const HOSTILE: readonly (readonly [name: string, content: string])[] = [
  ['CJK', '認証はJWTで行う。セッションは使わない。'],
  ['emoji with joiners', 'Ship it 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽'],
  ['combining marks', `e\u0301 ${'z\u0300\u0301\u0302\u0303'.repeat(50)}`],
  ['right-to-left and overrides', 'שלום \u202Egnp.exe\u202C \u2067x\u2069'],
  ['quotes and backslashes', `it's "quoted" \\ \\' $1 $$ \${x} {"a":"b"} \\u0000`],
  ['SQL', `'); drop table observations; --`],
  ['a bound parameter', '$1 $2 :name ? %s'],
  ['control characters', 'bell \u0007 escape \u001b[31m tab \t newline \r\n'],
  ['white space around', '  leading and trailing \n'],
  ['8192 bytes of ASCII', 'x'.repeat(8192)],
  ['8192 bytes of emoji', '👍'.repeat(2048)],
  ['only symbols', '!!! ??? ---'],
  ['a template marker', '{{x}} <% y %> #{z}'],
];
