/** Sentences for the auth service's error codes, and the texts the product specification fixes. */
export const authMessages = {
  noUser: 'No user logged in',
  missingKey: 'Falta la clave pública del servicio de cuentas (supabaseAnonKey en /config.json).',
  configUnavailable: 'No pudimos leer la configuración del servidor. Intenta de nuevo en unos segundos.',
  unreachable: 'No pudimos comunicarnos con el servidor. Revisa tu conexión e intenta de nuevo.',
  unexpected: 'Algo falló de nuestro lado. Intenta de nuevo en unos segundos.',
  knownPassword: 'Esa contraseña es muy conocida: elige otra.',
  codes: {
    invalid_credentials: 'El correo o la contraseña no son correctos.',
    email_not_confirmed: 'Confirma tu correo antes de entrar: abre el enlace que te enviamos.',
    user_already_exists: 'Ese correo ya tiene una cuenta.',
    email_exists: 'Ese correo ya tiene una cuenta.',
    weak_password: 'La contraseña es demasiado débil: usa al menos 8 caracteres.',
    validation_failed: 'Revisa los datos del formulario.',
    signup_disabled: 'Por ahora no se aceptan cuentas nuevas.',
    anonymous_provider_disabled: 'La demo sin cuenta no está habilitada en este servidor.',
    phone_provider_disabled: 'Este servidor no admite registro por teléfono.',
    user_banned: 'Esta cuenta está suspendida.',
    over_request_rate_limit: 'Demasiados intentos. Espera un minuto y vuelve a probar.',
    over_email_send_rate_limit: 'Acabamos de enviarte un correo. Espera un minuto antes de pedir otro.',
  },
} as const;
