/** A line that begins with a moment, as the lines of logs do: `2026-11-27`, `2026/11/27`, `[27/Nov/2026:…`, `Nov 27 10:00:00`, `10:00:00`. */
export const LOG_LINE: RegExp =
  /^\s*[[(]?(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d\/[A-Z][a-z]{2}\/\d{4}|(?:[A-Z][a-z]{2} +\d{1,2} +)?\d\d:\d\d:\d\d)/u;
