/** Colour and dashes of each compared test. The dashes distinguish the curves without colour. */
const STYLES = [
  { color: 'text-accent', dashes: undefined },
  { color: 'text-warn', dashes: '6 3' },
  { color: 'text-ok', dashes: '2 3' },
  { color: 'text-unknown', dashes: '8 3 2 3' },
] as const;

export const lineStyleOf = (index: number) => STYLES[index % STYLES.length] ?? STYLES[0];

/** Shows the line style of a backtest beside its name and number. */
export function BacktestLineStyle({ index }: { readonly index: number }) {
  const { color, dashes } = lineStyleOf(index);
  return (
    <span className="inline-flex items-center gap-1.5">
      <b className="text-12 text-fg-2">{index + 1}</b>
      <svg width="26" height="8" className={color} aria-hidden>
        <line x1="0" x2="26" y1="4" y2="4" stroke="currentColor" strokeWidth="2" strokeDasharray={dashes} />
      </svg>
    </span>
  );
}
