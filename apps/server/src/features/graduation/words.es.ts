import type { RealMoneyObstacle } from '@vigia/core/vocabulary';

type Texts =
  | 'not_chosen'
  | 'bots_forbidden'
  | 'payout_unstated'
  | 'martingale'
  | 'verdict'
  | 'open_trade'
  | 'days'
  | 'payout'
  | 'payout_unknown'
  | 'moved'
  | 'no_account';

/** What real automation misses. These texts fill `why` of `automation_real_money` and `automation_real_waits`. */
export const GRADUATION_GAPS_ES: Readonly<Record<Texts | RealMoneyObstacle, string>> = {
  not_chosen: 'no elegiste dinero real para estas reglas.',
  bots_forbidden: 'este bróker prohíbe los bots.',
  payout_unstated: 'este bróker no dice cuánto paga antes de aceptar cada orden.',
  martingale: 'una martingala nunca opera con dinero real.',
  verdict: 'la evidencia de {bets} apuestas vale {evidence} y hacen falta {limit}.',
  open_trade: 'la evidencia no basta si se pierde la operación que está abierta.',
  days: 'pasaron {passed} de {needed} días desde la primera operación en demo.',
  payout: 'esta orden puede pagar solo {payout} % y tu evidencia solo alcanza para pagos de más de {least} %.',
  payout_unknown: 'no se sabe cuánto pagaría esta orden.',
  no_account: 'ese bróker todavía no mostró tu cuenta real.',
  moved: 'ya no opera en la demo de ese bróker.',
  anonymous_not_allowed: 'falta crear tu cuenta: la demo es anónima.',
  self_excluded: 'te autoexcluiste del dinero real.',
  login_excluded: 'esa cuenta de bróker está autoexcluida del dinero real.',
  declaration_missing: 'falta declarar tu mayoría de edad y tu país.',
  underage: 'solo las personas mayores de edad pueden operar con dinero real.',
  country_banned: 'en tu país no se pueden vender opciones binarias a particulares.',
  insufficient_aal: 'falta tu segundo factor.',
  security_wait: 'el dinero real espera tras un cambio de seguridad.',
  daily_loss_limit_missing: 'falta tu límite de pérdida diaria en dinero real.',
  mode_unavailable: 'ahora no hay conexión con el bróker.',
};
