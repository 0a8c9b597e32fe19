import { BOT_SCOPES, type BotScope, EFFECT_SCOPES, EFFECTS, type Effect } from '@vigia/core/vocabulary';

/** Words for the effects that a program can have. `EFFECT_SCOPES` maps each effect to the scopes that it requires. */
const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  reads: 'Mirar precios, saldo, operaciones, señales y límites, sin cambiar nada.',
  places_orders: 'Abrir operaciones simuladas o de demo, dentro de tus límites de riesgo.',
  stops_automation: 'Detener todo lo que opera por sí solo.',
  changes_rules: 'Crear, cambiar y pausar reglas que dan señales; apagarlas, y bajar su inversión o sus límites.',
  tests_rules: 'Probar reglas sobre historia.',
  arms_automation:
    'Hacer que un setup o una estrategia opere por sí solo, más veces, con más dinero o en otra cuenta de práctica.',
  changes_connection: 'Conectar, desconectar y olvidar brókeres cuya cuenta no usas ahora.',
  chooses_practice: 'Elegir la cuenta demo de un bróker.',
  changes_login_in_use: 'Cambiar, cerrar u olvidar la conexión de la cuenta que usas.',
  opens_real_money: 'Usar dinero real.',
  resumes_automation: 'Reanudar lo que detuviste o confirmar el control de realidad.',
  changes_limits: 'Cambiar tus límites.',
  changes_screen: 'Cambiar tus dibujos, avisos o preferencias.',
  changes_account: 'Cambiar tu cuenta: sesiones, tokens, segundo factor, autoexclusión o saldo simulado.',
  reads_account: 'Ver tus sesiones y tu registro de seguridad, o exportar tus datos.',
};

/** Returns words for the effects that require exactly these scopes. Null selects the effects that no scope allows. */
const wordsFor = (scopes: readonly BotScope[] | null): readonly string[] =>
  EFFECTS.filter((effect) => String(EFFECT_SCOPES[effect]) === String(scopes)).map((effect) => EFFECT_WORDS[effect]);

const TITLES: Readonly<Record<BotScope, string>> = {
  read: 'Leer',
  trade: 'Operar',
  pcr: 'PCR y estrategias',
  connections: 'Conexiones',
};

/** Name of each scope, and what this scope alone allows. */
export const SCOPE_WORDS: readonly { readonly scope: BotScope; readonly title: string; readonly text: string }[] =
  BOT_SCOPES.map((scope) => ({ scope, title: TITLES[scope], text: wordsFor([scope]).join(' ') }));

export const titleOfScope = (scope: BotScope): string => TITLES[scope];

/** Two scopes that together allow effects which neither of them allows alone. */
const TOGETHER: readonly BotScope[] = ['pcr', 'trade'];

/** Words for the effects that require several scopes, and for the effects that no bot token allows. */
export const SCOPE_LIMITS = {
  together: `«${TOGETHER.map(titleOfScope).join('» y «')}» juntos, y ninguno solo:`,
  togetherList: wordsFor(TOGETHER),
  never: 'Ningún token puede:',
  neverList: wordsFor(null),
} as const;

export const botTokenMessages = {
  needsAccount:
    'Con una cuenta puedes crear tokens para que tus programas lean precios u operen con los permisos que elijas.',
  intro: 'Un token deja que un programa tuyo use Vigía con los permisos que elijas, sin darle tu contraseña.',
  create: 'Crear token',
  none: 'Aún no tienes tokens de bot.',
  scopes: 'Permisos',
  expires: (day: string) => `caduca el ${day}`,
  expired: (day: string) => `caducó el ${day}`,
  expiredBadge: 'Caducado',
  neverUsed: 'sin usar',
  lastUsed: (when: string, ip: string | null) => (ip ? `usado ${when} desde ${ip}` : `usado ${when}`),
  onlyFrom: (addresses: string) => `solo desde ${addresses}`,
  endsIn: (lastFour: string) => `termina en ${lastFour}`,
  paused: 'En pausa',
  pausedWhy: (day: string) =>
    `En pausa desde el ${day} por un cambio de contraseña, correo o segundo factor: reactívalo si sigue siendo tuyo.`,
  resume: 'Reactivar',
  resumeOne: (name: string) => `Reactivar el token ${name}`,
  resumed: 'Token reactivado',
  remove: 'Eliminar',
  removeOne: (name: string) => `Eliminar el token ${name}`,
  removed: 'Token eliminado',
  confirmRemove: {
    title: 'Eliminar token',
    text: (name: string) => `El programa que usa «${name}» dejará de funcionar al instante. No se puede deshacer.`,
    submit: 'Eliminar token',
  },
  form: {
    title: 'Crear token de bot',
    name: 'Nombre',
    nameExample: 'Alertas de casa',
    scopes: 'Qué puede hacer',
    expiry: 'Caduca en',
    days: (days: number) => `${days} días`,
    addresses: 'Direcciones IP permitidas (opcional), separadas por comas',
    addressesHint: 'También rangos como 10.0.0.0/8. Si lo dejas vacío, sirve desde cualquier lugar.',
    addressesExample: '203.0.113.7, 10.0.0.0/8',
    submit: 'Crear token',
    nameMissing: 'Ponle un nombre para reconocerlo.',
    nameLong: 'Usa 60 caracteres como máximo.',
    scopeMissing: 'Elige al menos un permiso.',
    addressWrong: (address: string) => `«${address}» no es una dirección IP ni un rango como 10.0.0.0/8.`,
    addressesMany: 'Puedes poner 20 direcciones como máximo.',
  },
  made: {
    title: 'Tu token nuevo',
    warning: 'Guárdalo ahora: no lo volveremos a mostrar. Quien lo tenga puede hacer lo que permitiste.',
    label: 'Token',
    copy: 'Copiar el token',
    done: 'Ya lo guardé',
    notYet: 'Guarda el token y pulsa «Ya lo guardé» para cerrar.',
  },
  usage: 'Cómo se usa',
  usageText: 'Manda el token en la cabecera Authorization de cada petición:',
  copyUsage: 'Copiar el ejemplo',
  usageExample: 'Petición de ejemplo',
  usageDocs: 'Todo lo que un programa puede pedir',
} as const;
