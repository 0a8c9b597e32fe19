import type { NotMeDone } from '@vigia/contract';
import type { ObjectionKind } from './not-me-link.ts';

/** Words for the change that the mail reported. */
const REPORTED: Readonly<Record<ObjectionKind, string>> = {
  password_changed: 'cambió la contraseña de tu cuenta',
  email_changed: 'cambió el correo de tu cuenta',
  old_address: 'tu cuenta pasó a usar otro correo',
  second_factor_added: 'se añadió un segundo factor',
  second_factor_removed: 'se quitó un segundo factor',
  recovery_codes_made: 'se crearon códigos de recuperación',
  recovery_code_used: 'se usó un código de recuperación',
  bot_token_made: 'se creó un token para un bot',
  webhook_set: 'tus avisos se envían a un webhook',
  broker_credentials_stored: 'se guardaron credenciales de un bróker',
  real_money_chosen: 'se eligió operar con dinero real',
  data_exported: 'se descargaron los datos de tu cuenta',
  factor_reset_started: 'alguien pidió entrar sin tu segundo factor',
  access_restored: 'se recuperó la cuenta sin el segundo factor',
};

/** Further effects of the link 'No fui yo', besides the protection of the account. */
const UNDOES: Readonly<Partial<Record<ObjectionKind, readonly string[]>>> = {
  password_changed: ['La contraseña nueva deja de valer.'],
  old_address: ['Tu cuenta vuelve a usar este correo y su contraseña deja de valer.'],
  second_factor_added: ['Se quita ese segundo factor.'],
  recovery_codes_made: ['Esos códigos dejan de valer.'],
  factor_reset_started: ['Se cancela la petición: el segundo factor se queda.'],
};

export const authPageMessages = {
  product: 'Vigía',
  risk: 'Las opciones binarias pueden hacerte perder todo lo que arriesgas.',
  or: 'o',
  demo: (balance: string) => `Probar demo con ${balance} simulados`,
  fields: {
    email: 'Correo',
    emailExample: 'tu@correo.com',
    password: 'Contraseña',
    username: 'Nombre de usuario',
    firstName: 'Nombre',
    lastName: 'Apellido',
    phone: 'Teléfono (opcional)',
    adult: 'Soy mayor de edad y entiendo los riesgos',
  },
  errors: {
    emailMissing: 'Escribe tu correo.',
    emailWrong: 'Ese correo no tiene la forma nombre@dominio.',
    passwordMissing: 'Escribe tu contraseña.',
    passwordShort: 'Usa al menos 8 caracteres.',
    usernameShort: 'Usa al menos 3 caracteres.',
    usernameWrong: 'Usa solo letras, números, punto, guion y guion bajo.',
    firstNameMissing: 'Escribe tu nombre.',
    lastNameMissing: 'Escribe tu apellido.',
    phoneWrong: 'Empieza con + y el código de país, y escribe de 8 a 15 números: +57 300 123 4567.',
    adult: 'Para crear una cuenta debes marcar esta casilla.',
  },
  login: {
    title: 'Entrar',
    question: '¿Aún no tienes cuenta?',
    other: 'Crear cuenta',
    forgot: 'Olvidé mi contraseña',
    submit: 'Entrar',
    closedElsewhere: 'Tu sesión se cerró desde otro dispositivo.',
    unconfirmed: (email: string) =>
      `Falta confirmar ${email}. Abre el enlace del correo que te enviamos o escribe aquí su código; si no lo encuentras, pide otro.`,
  },
  secondFactor: {
    title: 'Segundo factor',
    text: 'Escribe el código que muestra tu aplicación de autenticación.',
    recoveryTitle: 'Escribe uno de tus códigos de recuperación',
    recoveryText: 'Sustituye a tu segundo factor si no tienes el teléfono.',
    lostBoth:
      'Si perdiste el teléfono y los códigos, pide un correo en «Olvidé mi contraseña»: su enlace ofrece recuperar la cuenta sin el segundo factor, en 24 horas.',
    code: 'Código de tu aplicación',
    submit: 'Entrar',
    withRecovery: 'Usar un código de recuperación',
    withApp: 'Usar mi aplicación',
    leave: 'Salir',
    recovery: 'Código de recuperación',
    recoveryHint: 'Uno de los diez que guardaste. Cada uno sirve una sola vez.',
    recoveryExample: 'XXXX-XXXX-XXXX-XXXX',
    recoveryMissing: 'Escribe uno de tus códigos de recuperación.',
  },
  register: {
    title: 'Crear cuenta',
    question: '¿Ya tienes cuenta?',
    other: 'Entrar',
    have: 'Ya tengo cuenta',
    steps: { access: 'Paso 1 de 2: tu acceso', person: 'Paso 2 de 2: tus datos' },
    goOn: 'Continuar',
    back: 'Atrás',
    submit: 'Crear cuenta',
    confirmTitle: 'Revisa tu correo',
    confirm: (email: string) =>
      `Enviamos un correo a ${email}. Abre su enlace para activar tu cuenta, o escribe aquí su código. Si ya tenías una cuenta con ese correo, el mensaje te lo dice y no trae código.`,
    otherEmail: 'Cambiar correo',
  },
  verify: {
    title: 'Confirmación de correo',
    checking: 'Comprobando el enlace.',
    confirmAndSignIn: (email: string) =>
      `Confirma que ${email} es tu correo. Abriste el enlace en otro navegador, así que después entrarás aquí con tu contraseña. Si no pediste este correo, cierra esta página.`,
    confirmHere: (email: string) =>
      `Confirma que ${email} es tu correo. Si no pediste este mensaje, cierra esta página.`,
    confirm: 'Confirmar mi correo',
    signedIn: 'Tu correo quedó confirmado y ya estás dentro.',
    confirmed: 'Correo confirmado, inicia sesión.',
    otherAccount: 'Confirmamos el correo de otra cuenta; la tuya sigue igual.',
    untouched: 'Este enlace no cambió nada aquí: caducó, ya se usó o es de otra cuenta. Tu sesión sigue como estaba.',
    refused:
      'El enlace caducó o ya se usó. Si tu correo ya estaba confirmado, entra con tu contraseña; si no, pide otro.',
    waiting: 'Aquí se confirma tu correo: abre el enlace que te enviamos para activar tu cuenta, o pide otro.',
    resend: 'Reenviar',
    askAgain: 'Pedir otro correo',
    sent: (email: string) =>
      `Si ${email} espera confirmación, te enviamos otro correo. Abre su enlace o escribe aquí su código.`,
    toDashboard: 'Ir al panel',
    toLogin: 'Entrar',
  },
  forgot: {
    title: 'Recuperar contraseña',
    text: 'Te enviamos un correo para elegir otra.',
    submit: 'Enviar correo',
    sentTitle: 'Revisa tu correo',
    sent: (email: string) =>
      `Si hay una cuenta con ${email}, te enviamos un correo. Abre su enlace en este navegador o escribe aquí su código.`,
    otherEmail: 'Cambiar correo',
    back: 'Volver a Entrar',
  },
  reset: {
    title: 'Nueva contraseña',
    secondFactor: 'Antes de cambiarla, escribe el código de tu aplicación de autenticación.',
    password: 'Contraseña nueva',
    note: 'Al guardarla se cierran tus demás sesiones y se eliminan tus tokens de bot. El dinero real espera 24 horas.',
    submit: 'Guardar contraseña',
    notNow: 'Ahora no: sigo con la de antes',
    done: 'Contraseña cambiada',
    doneText: 'Tus demás sesiones se cerraron.',
    checking: 'Comprobando el enlace.',
    expired: 'El enlace caducó o ya se usó. Pide otro desde aquí.',
    elsewhere: 'Este enlace solo sirve en el navegador donde lo pediste, y ya se usó. Pide otro desde aquí.',
    unused:
      'Este enlace solo sirve en el navegador donde lo pediste, y sigue sin usar: ábrelo allí. O pide otro para este navegador; el de antes deja de valer.',
    unopened: 'No pudimos abrir el enlace, que sigue sin usar.',
    waiting: 'Para elegir otra contraseña abre el enlace del correo que te enviamos, o pide otro desde aquí.',
    alreadyIn: 'Ya estás dentro. Cambia tu contraseña en tu perfil.',
    toProfile: 'Ir a mi perfil',
  },
  factorReset: {
    open: 'Recuperar sin el segundo factor',
    title: 'Recuperar sin el segundo factor',
    text: 'Si no tienes el segundo factor ni un código de recuperación, puedes quitarlo dentro de 24 horas. Avisamos ahora por correo: si alguien usa el segundo factor o pulsa «No fui yo» en ese tiempo, se cancela.',
    submit: 'Empezar la espera de 24 horas',
    waiting: (moment: string) => `Podrás quitar el segundo factor desde el ${moment}.`,
    waitingText: 'Entonces pide otro correo en «Olvidé mi contraseña» y abre su enlace. Tendrás 7 días para hacerlo.',
    askNewLink:
      'La espera terminó. Pide otro correo en «Olvidé mi contraseña»: con su enlace podrás quitar el segundo factor.',
    ready:
      'La espera terminó. Al guardar la contraseña se quitan tus segundos factores, se cierran todas las sesiones y se eliminan tus tokens de bot. El dinero real espera 24 horas más.',
    password: 'Contraseña nueva',
    finish: 'Quitar el segundo factor y guardar',
    done: 'Recuperaste tu cuenta',
    doneText: 'Entra con tu contraseña nueva y activa otro segundo factor.',
  },
  notMe: {
    title: 'No fui yo',
    noLink: 'Aquí se llega con el enlace «No fui yo» de un correo nuestro. Ábrelo de nuevo desde el correo.',
    text: (kind: ObjectionKind | null) =>
      kind === null ? 'Protege tu cuenta si alguien más la está usando.' : `Recibiste un aviso: ${REPORTED[kind]}.`,
    will: 'Si no fuiste tú, al pulsar el botón:',
    acts: (kind: ObjectionKind | null, isHosted: boolean): readonly string[] => [
      ...(kind === null ? [] : (UNDOES[kind] ?? [])),
      ...(isHosted
        ? ['Se eliminan todos los tokens de bot.']
        : [
            'Se cierran todas las sesiones y se eliminan todos los tokens de bot.',
            'Dejan de valer los enlaces y códigos que enviamos por correo.',
          ]),
      'Se detiene todo lo automático.',
      'Tus órdenes salen del dinero real, que queda bloqueado 24 horas.',
    ],
    submit: 'No fui yo: proteger mi cuenta',
    wasMe: 'Si fuiste tú, cierra esta página: abrirla no cambió nada.',
    nextTitle: 'Elige una contraseña nueva',
    nextText: 'Quien entró puede conocer la anterior. Te enviamos un correo para elegir otra.',
    done: 'Tu cuenta está protegida',
    doneText: ({ factor_removed: factorRemoved, address }: NotMeDone, isHosted: boolean) =>
      [
        isHosted
          ? 'Cierra además tus sesiones en el servicio de cuentas.'
          : 'Nadie tiene ya una sesión abierta en ella.',
        ...(factorRemoved ? ['Quitamos el segundo factor que no era tuyo.'] : []),
        ...(address === 'restored' ? ['Tu cuenta vuelve a usar este correo.'] : []),
        ...(address === 'taken'
          ? ['Otra cuenta usa ya este correo, así que no pudimos devolverlo: pide ayuda a quien administra este Vigía.']
          : []),
      ].join(' '),
  },
  back: 'Volver',
} as const;
