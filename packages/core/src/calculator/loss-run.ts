/**
 * Returns the chance of at least `length` = k losses in a row anywhere within `trades` independent trades. With h(n)
 * the chance of none in n trades: h(n) = 1 for n < k, h(k) = 1 − q^k, h(n) = h(n−1) − p·q^k·h(n−k−1) (W. Feller, "An
 * Introduction to Probability Theory and Its Applications" I, ch. XIII.7). It is also the chance that a martingale of k
 * steps loses a whole ladder within that many trades. The martingale starts again after every win and every lost
 * ladder.
 * @param length whole, at least 1
 * @param lossRate q, fraction of the decided trades that is lost, 0 to 1
 */
export function chanceOfLossRun(length: number, trades: number, lossRate: number): number {
  const wholeRun = lossRate ** length;
  const none = [1];
  for (let count = 1; count <= trades; count += 1) {
    const before = none[count - 1] ?? 1;
    // The streak of losses ends exactly at this trade. It follows a win, except at the start.
    const ending = count === length ? wholeRun : (1 - lossRate) * wholeRun * (none[count - length - 1] ?? 0);
    none.push(before - ending);
  }
  return Math.min(1, Math.max(0, 1 - (none[trades] ?? 1)));
}
