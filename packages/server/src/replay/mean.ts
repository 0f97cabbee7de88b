/** The mean; 0 of nothing. */
export function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((total, number) => total + number, 0) / numbers.length;
}
