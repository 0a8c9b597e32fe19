export const consentMessages = {
  title: (broker: string) => `Entrar con ${broker}`,
  working: (broker: string) => `Terminando de conectar con ${broker}…`,
  done: (broker: string) => `${broker} conectado`,
  doneText: 'Se conecta con la cuenta demo. La real se elige después, con su confirmación.',
  failed: 'No se conectó nada',
  denied: (broker: string) =>
    `No diste el permiso en la página de ${broker}. Si fue sin querer, vuelve a empezar desde Conexiones.`,
  refused: (broker: string) => `${broker} no pudo darte el permiso. Vuelve a empezar desde Conexiones.`,
  orWithToken: 'O escribe aquí un token que hayas creado en su página:',
  disconnected: 'También se borró tu permiso de aquí: la próxima vez lo das otra vez en su página.',
  noLongerAccepted: (broker: string) =>
    `${broker} ya no acepta el permiso que diste: puede que lo retiraras o que caducara. Entra otra vez en su página.`,
  /** Warns before OAuth tokens without automatic renewal expire. */
  endsSoon: (broker: string) =>
    `Después ${broker} no acepta tu permiso. Dalo otra vez antes: tus cuentas y su historial siguen igual, y si operas con dinero real, lo eliges de nuevo.`,
} as const;
