/** The commands that a user can type while a simulator runs. */

/**
 * @typedef {{
 *   script: {
 *     isRateLimited: boolean, asksForCode: boolean, contractStream: string, code: string,
 *     nextOrders(fault: { kind: string, as?: string, ms?: number }): void,
 *     nextLogins(fault: { kind: string, retryAfterMs?: number }): void,
 *     cutConnections(): void, expireSessions(): void,
 *   },
 *   market: {
 *     setOpen(symbol: string, isOpen: boolean): void, setPayout(symbol: string, payout: number): void,
 *     freeze(symbol: string): void,
 *   },
 *   quirks: Readonly<Record<string, string | number | boolean>>,
 *   quirkValues: Readonly<Record<string, readonly (string | number | boolean)[]>>,
 *   book: {
 *     delaySettlement(ms: number): void, contracts(): readonly object[],
 *     useCurrencies(currencies: { demo: string, real: string }): void,
 *   },
 * }} Simulator
 */

export const COMMANDS = [
  'corta                    corta todas las conexiones',
  'caduca                   todas las sesiones terminan',
  'orden <fallo> [dato]     la próxima orden: cut_before_booking, cut_after_booking, cut_after_ack, no_ack, ignore,',
  '                         double_ack, delay_ack <ms>, refuse <motivo>',
  'entrada <fallo> [ms]     la próxima entrada: challenge, rate_limited <ms>, cut',
  'codigo si|no             si al entrar pide un código',
  'eventos <modo>           normal, duplicated, reordered, silent',
  'limite si|no             responde que se pregunta demasiado',
  'cierra|abre <símbolo>    cierra o abre un activo',
  'paga <símbolo> <0.85>    cambia lo que paga',
  'congela <símbolo>        su precio se queda quieto: empate',
  'tarda <ms>               los contratos se liquidan tarde',
  'moneda <demo> [real]     moneda de las cuentas de quien entre por primera vez desde ahora: moneda EUR CLP',
  'rareza [nombre valor]    lista los interruptores de este bróker, o cambia uno: rareza hours weekdays',
  'libro                    lo que de verdad se ha comprado',
].join('\n');

/**
 * Sets one deviation of the simulated broker; throws if its name is unknown (`setQuirk` of
 * @vigia/broker-kit/simulator).
 * @typedef {(simulator: Simulator, name: string, value: string) => void} SetQuirk
 */

/**
 * @type {Record<string, (simulator: Simulator, first: string, second: string, setQuirk: SetQuirk) => string | void>}
 */
const ACTIONS = {
  corta: ({ script }) => script.cutConnections(),
  caduca: ({ script }) => script.expireSessions(),
  orden: ({ script }, kind, data) => script.nextOrders({ kind, as: data, ms: Number(data) || 0 }),
  entrada: ({ script }, kind, ms) => script.nextLogins({ kind, retryAfterMs: Number(ms) || 60_000 }),
  codigo({ script }, answer) {
    script.asksForCode = answer === 'si';
    return `El código bueno es ${script.code}.`;
  },
  eventos({ script }, mode) {
    script.contractStream = mode;
  },
  limite({ script }, answer) {
    script.isRateLimited = answer === 'si';
  },
  cierra: ({ market }, symbol) => market.setOpen(symbol, false),
  abre: ({ market }, symbol) => market.setOpen(symbol, true),
  paga: ({ market }, symbol, payout) => market.setPayout(symbol, Number(payout)),
  congela: ({ market }, symbol) => market.freeze(symbol),
  tarda: ({ book }, ms) => book.delaySettlement(Number(ms)),
  moneda: ({ book }, demo, real) => book.useCurrencies({ demo, real: real || demo }),
  rareza(simulator, name, value, setQuirk) {
    if (name !== '') return setQuirk(simulator, name, value);
    const { quirks, quirkValues } = simulator;
    const rows = Object.entries(quirkValues).map(([one, values]) => `${one} = ${quirks[one]} (${values.join(', ')})`);
    return rows.join('\n') || 'Este bróker no tiene ninguno.';
  },
  libro: ({ book }) =>
    book
      .contracts()
      .map((contract) => JSON.stringify(contract))
      .join('\n') || 'Nada todavía.',
};

/**
 * Executes a typed command.
 * @param {Simulator} simulator @param {string} line @param {SetQuirk} setQuirk @returns {string} the reply
 */
export function executeCommand(simulator, line, setQuirk) {
  const [word = '', first = '', second = ''] = line.trim().split(/\s+/);
  const action = ACTIONS[word];
  if (!action) return 'No lo entiendo; «ayuda» lista lo que hay.';
  try {
    return action(simulator, first, second, setQuirk) ?? 'Hecho.';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
