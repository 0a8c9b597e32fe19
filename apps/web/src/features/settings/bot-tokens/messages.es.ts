import type { BotScope } from '@vigia/core/vocabulary';

/** Explains to the user what each permission allows a program to do. */
export const SCOPE_WORDS: Readonly<Record<BotScope, { readonly title: string; readonly text: string }>> = {
  read: { title: 'Leer', text: 'Mirar precios, saldo, operaciones y señales, sin cambiar nada.' },
  trade: {
    title: 'Operar',
    text: 'Abrir operaciones simuladas o de demo, dentro de tus límites de riesgo. Nunca con dinero real.',
  },
  pcr: { title: 'PCR y estrategias', text: 'Crear, cambiar y pausar las reglas con que tus estrategias dan señales.' },
  connections: { title: 'Conexiones', text: 'Conectar y desconectar tus cuentas de bróker.' },
};

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
    token: 'Token',
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
