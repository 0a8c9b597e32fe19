/** Advice after a failed attempt to connect, by error code. The server's message describes the error itself. */
export const ADVICE_WORDS = {
  broker_auth_invalid:
    'Revisa los datos: deben ser los mismos con los que entras en su sitio. Insistir con datos equivocados puede bloquear tu cuenta.',
  broker_credentials_missing: 'Escríbelos una vez y se quedan guardados.',
  broker_credentials_unreadable: 'Escríbelos otra vez o bórralos aquí.',
  broker_code_unexpected: 'El código caducó o ya se usó.',
  broker_rate_limited: 'Espera antes de volver a intentarlo: insistir alarga la espera.',
  broker_session_expired: 'Si pegaste la sesión de tu navegador, cópiala otra vez.',
  broker_unreachable: 'Puede ser una caída suya o de tu red. Lo que tengas abierto sigue su curso allá.',
  broker_failed: 'Vuelve a intentarlo; si sigue igual, puede que su sitio haya cambiado y haga falta actualizar Vigía.',
} as const;
