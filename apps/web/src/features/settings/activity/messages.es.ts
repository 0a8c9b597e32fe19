/** Texts of the kinds of log entries. An unknown kind is shown by its own name. */
export const EVENT_WORDS: Readonly<Record<string, string>> = {
  signed_up: 'Creaste tu cuenta',
  signed_in: 'Inicio de sesión',
  sign_in_failed: 'Intento de entrada con datos incorrectos',
  signed_out: 'Cierre de sesión',
  session_ended: 'Se cerró una sesión',
  refresh_token_reused: 'Alguien usó una credencial vieja de tu sesión: la cerramos',
  email_confirmed: 'Confirmaste tu correo',
  account_completed: 'Creaste tu cuenta a partir de la demo',
  recovery_requested: 'Se pidió recuperar la contraseña',
  password_changed: 'Cambió tu contraseña',
  email_change_requested: 'Se pidió cambiar el correo',
  email_changed: 'Cambió tu correo',
  second_factor_added: 'Activaste un segundo factor',
  second_factor_removed: 'Quitaste un segundo factor',
  second_factor_passed: 'Código del segundo factor correcto',
  second_factor_failed: 'Código del segundo factor incorrecto',
  recovery_codes_made: 'Generaste códigos de recuperación',
  recovery_code_used: 'Se usó un código de recuperación',
  bot_token_made: 'Creaste un token de bot',
  bot_token_used: 'Un token de bot se usó desde una dirección nueva',
  bot_token_refused: 'Se rechazó un token de bot',
  bot_token_ended: 'Eliminaste un token de bot',
  bot_tokens_paused: 'Pausamos tus tokens de bot',
  bot_token_resumed: 'Reactivaste un token de bot',
  limits_changed: 'Cambiaste tus límites de riesgo',
  automation_stopped: 'Detuviste todo lo automático',
  automation_resumed: 'Reanudaste lo automático',
  account_chosen: 'Cambió la cuenta de tus órdenes',
  mode_changed: 'Cambió el modo de operación',
  declaration_made: 'Declaraste tu edad y tu país',
  self_excluded: 'Te autoexcluiste del dinero real',
  data_exported: 'Exportaste tus datos',
  backup_restored: 'Se restauró una copia de seguridad: cerramos tus sesiones y pausamos lo automático',
  broker_connected: 'Conectaste un bróker',
  broker_login_replaced: 'Cambiaron los datos de acceso de un bróker',
  broker_refused: 'Un bróker no aceptó tus credenciales',
  broker_disconnected: 'Desconectaste un bróker',
  broker_forgotten: 'Olvidamos tus credenciales de un bróker',
  broker_account_chosen: 'Elegiste la cuenta de un bróker',
};

/** Names of the sign-in methods. */
export const METHOD_WORDS: Readonly<Record<string, string>> = {
  password: 'con contraseña',
  anonymous: 'demo sin cuenta',
  recovery: 'con enlace de recuperación',
  recovery_code: 'con código de recuperación',
  totp: 'con segundo factor',
  otp: 'con código de correo',
  'email/signup': 'al confirmar el correo',
  email_change: 'al confirmar el correo nuevo',
};

/** Kinds that the user should check, because another person may have caused them. */
export const SUSPICIOUS: ReadonlySet<string> = new Set([
  'sign_in_failed',
  'refresh_token_reused',
  'second_factor_failed',
  'recovery_code_used',
  'bot_token_refused',
]);

export const activityMessages = {
  suspicious: 'Revísalo',
  suspiciousHint: 'Si no reconoces alguna entrada marcada, cierra tus demás sesiones y cambia tu contraseña.',
  more: 'Cargar más',
  none: 'Todavía no hay nada que contar: aquí verás entradas, cambios y usos de tus tokens.',
  refresh: 'Actualizar',
  unknownAddress: 'dirección desconocida',
} as const;
