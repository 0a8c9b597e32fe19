import type { LadderFault, SecurityWaitReason, TradingMode } from '@vigia/core/vocabulary';
import type { ErrorCode } from './error-codes.ts';

/** The Spanish sentence of each error code. The code that raises the error replaces each `{name}` with a value. */
export const ERROR_MESSAGES_ES: Readonly<Record<ErrorCode, string>> = {
  validation_failed: 'Revisa los datos enviados.',
  bad_json: 'El cuerpo de la petición no es JSON válido.',
  duplicate_json_key: 'El cuerpo de la petición repite una clave: en cada objeto solo puede ir una vez.',
  host_header_repeated: 'La petición nombra dos servidores: la cabecera Host solo puede ir una vez.',
  upgrade_refused: 'Esta dirección no admite cambiar de protocolo: envía la petición sin la cabecera Upgrade.',
  not_authenticated: 'No hay sesión activa. Por favor inicia sesión.',
  token_expired: 'Tu sesión expiró. Inicia sesión nuevamente.',
  invalid_credentials: 'El correo o la contraseña no son correctos.',
  refresh_token_invalid: 'Tu sesión ya no es válida. Inicia sesión nuevamente.',
  weak_password: 'Esa contraseña es demasiado corta, demasiado larga o muy conocida. Elige otra.',
  phone_provider_disabled: 'El registro con teléfono no está disponible; usa tu correo.',
  user_banned: 'Tu cuenta está suspendida.',
  email_not_confirmed: 'Confirma tu correo con el enlace que te enviamos y vuelve a entrar.',
  second_factor_needed: 'Falta tu segundo factor: escribe el código de tu aplicación.',
  insufficient_aal: 'Para esto hace falta haber entrado con tu segundo factor.',
  insufficient_scope: 'Este token de bot no tiene permiso para esa operación.',
  arming_needs_trade:
    'Ese cambio haría operar por sí solo, más veces o con más dinero: el token necesita también el permiso «Operar».',
  reauthentication_needed: 'Por seguridad, vuelve a escribir tu contraseña.',
  proof_needed: 'Antes de hacer esto, confirma que eres tú: con tu contraseña o con tu segundo factor.',
  current_password_invalid: 'Esa no es tu contraseña actual.',
  code_invalid: 'Ese código no vale o ya se usó.',
  same_password: 'Esa ya es tu contraseña: elige otra.',
  link_invalid: 'Este enlace caducó o ya se usó.',
  factor_reset_waits: 'Todavía no puedes entrar sin el segundo factor: espera el plazo y pide otro correo.',
  anonymous_not_allowed: 'Crea tu cuenta para poder hacer esto: la demo es anónima.',
  bot_token_unknown: 'Ese token de bot no existe, venció o fue eliminado.',
  bot_token_paused: 'Este token de bot está en pausa desde un cambio de seguridad: reactívalo en Configuración.',
  bot_token_address: 'Este token de bot no se puede usar desde esta dirección.',
  bot_token_limit: 'Puedes tener {maximum} tokens de bot como máximo: elimina uno que ya no uses.',
  bot_token_not_found: 'No encontramos ese token de bot.',
  session_not_found: 'Esa sesión ya no existe.',
  auth_is_hosted: 'Tu cuenta se administra en el servicio de Supabase de esta instalación.',
  forbidden: 'No tienes permiso para hacer esto.',
  not_found: 'No existe lo que buscas.',
  payload_too_large: 'Lo que enviaste es demasiado grande.',
  unsupported_media_type: 'El formato enviado no se admite; usa JSON.',
  rate_limited: 'Demasiadas peticiones. Espera un momento y vuelve a intentar.',
  internal_error: 'Algo falló de nuestro lado. Ya quedó registrado.',
  service_unavailable: 'El servicio no está disponible en este momento. Intenta de nuevo en unos segundos.',
  storage_full:
    'No queda espacio en el disco del servidor. No se guardó nada; intenta de nuevo cuando se haya liberado.',
  owner_unreachable:
    'La parte del servicio que se ocupa de esto no responde en este momento. No se hizo nada; intenta de nuevo en unos segundos.',
  outcome_unknown:
    'Todavía no sabemos si se hizo: la parte del servicio que se ocupa de esto no respondió a tiempo. Antes de repetirlo, mira cómo quedó.',
  database_unavailable: 'La base de datos no responde. Tus datos están a salvo; intenta de nuevo en unos segundos.',

  idempotency_key_invalid: 'La cabecera Idempotency-Key debe tener entre 1 y 200 caracteres visibles.',
  idempotency_key_reused: 'Esa clave de operación ya se usó con otros datos.',

  asset_unknown: 'No conocemos el activo {symbol}.',
  trade_not_found: 'No encontramos esa operación.',
  amount_invalid: 'El monto debe ser un número, con los decimales de la moneda como máximo.',
  amount_below_minimum: 'Monto mínimo: {minimum}',
  amount_above_maximum: 'Monto máximo: {maximum}',
  market_closed: 'El mercado de {symbol} está cerrado.',
  feed_stale: 'Sin datos de {symbol} desde hace {seconds} s. No se envió la orden.',
  feed_frozen: 'El precio de {symbol} no se mueve desde hace {seconds} s. No se envió la orden.',
  feed_skewed: 'La hora del servidor y la de los precios de {symbol} no coinciden. No se envió la orden.',
  feed_ahead: 'La grabación va por delante del reloj: con esta velocidad no se puede operar.',
  payout_changed: 'El pago cambió de {shown} % a {current} %',
  too_many_active: 'Ya tienes el máximo de {maximum} operaciones activas.',
  balance_too_low: 'Saldo insuficiente: tienes {balance} y la operación cuesta {amount}.',
  limit_above_balance:
    'Ese límite nunca frenaría nada: tu saldo, con lo perdido esta semana, es de {balance}. Elige uno igual o menor.',
  stake_limit: 'Tu límite por operación es {limit}.',
  daily_loss_limit: 'Esta operación podría pasar tu límite de pérdida diaria de {limit}. Se reinicia {resets}.',
  weekly_loss_limit: 'Esta operación podría pasar tu límite de pérdida semanal de {limit}. Se reinicia {resets}.',
  daily_trade_limit: 'Alcanzaste tu máximo de {limit} operaciones por día. Se reinicia {resets}.',
  cool_down: 'Pausa tras {losses} pérdidas seguidas: puedes volver a operar {until}.',
  kill_switch: 'Todo está detenido. Reactívalo para volver a operar.',
  reality_check_due: 'Llevas una hora operando: mira tu resultado y confirma para seguir.',
  order_valid_too_long:
    'La orden puede valer 24 horas como mucho. No se envió nada: si pediste menos, revisa la hora de tu equipo.',
  order_expired: 'La orden llegó demasiado tarde y no se abrió. No se cobró nada.',
  duration_unavailable: '{symbol} no se puede operar a {length}.',
  mode_unavailable: 'Esa cuenta necesita la conexión con su bróker y ahora no la hay: conéctala o espera a que vuelva.',
  mode_changed:
    'Tu modo cambió a «{now}» y la orden era para «{shown}». No se envió nada: revisa dónde estás y repítela.',
  real_money_phrase: 'Para operar con dinero real escribe exactamente: {phrase}',
  declaration_missing: 'Antes de operar con dinero real declara tu mayoría de edad y tu país de residencia.',
  underage: 'Solo las personas mayores de edad pueden operar con dinero real.',
  country_banned: 'En tu país no se pueden vender opciones binarias a particulares ({authority}, desde el {since}).',
  daily_loss_limit_missing:
    'Antes de operar con dinero real en {currency} fija tu límite de pérdida diaria en esa moneda.',
  security_wait: 'El dinero real espera {until}, porque {why}. Nadie puede acortar esa espera.',
  self_excluded: 'Te autoexcluiste del dinero real {until}.',
  login_excluded: 'Esa cuenta de bróker está autoexcluida del dinero real {until}, la use quien la use.',
  self_exclusion_shorter: 'Ya estás autoexcluido {until}: una autoexclusión no se puede acortar.',
  bot_real_money: 'Un token de bot no puede operar con dinero real.',
  real_money_withdrawn:
    'Justo antes de enviarla dejó de cumplirse una condición del dinero real. No se envió nada ni se cobró nada.',
  real_trade_active:
    'Tienes una operación con dinero real en curso: espera a que termine para eliminar tu cuenta. Si ya no se puede saber qué fue de ella, podrás hacerlo una semana después de enviarla.',

  setup_not_found: 'No encontramos ese setup.',
  setup_limit: 'Llegaste al máximo de {maximum} setups. Elimina alguno para crear otro.',
  setup_not_running: 'Ese setup no está activo: actívalo para ver el motor por dentro.',
  setup_invalid: 'Ese setup tiene un valor que no es válido.',
  strategy_not_found: 'No encontramos esa estrategia.',
  strategy_limit: 'Llegaste al máximo de {maximum} estrategias. Elimina alguna para crear otra.',
  strategy_not_external: 'Esa estrategia no es de señales externas.',
  signal_assets_repeat: 'Una dirección sirve a una sola estrategia de cada activo: {asset} se repite.',
  signal_address_unknown: 'Esa dirección de señales no existe o fue reemplazada.',
  signal_refused: 'Señal rechazada: {why}',
  martingale_refused: 'Esa martingala no se puede activar: {why}',
  automation_loss_limit:
    'Esta operación podría pasar el límite de pérdida de {limit} de «{name}». Se reinicia {resets}.',
  automation_operations_limit: '«{name}» llegó a su máximo de {limit} operaciones. Se reinicia {resets}.',
  automation_profit_target: '«{name}» llegó a su objetivo de ganancia de {limit} del día. Se reinicia {resets}.',
  automation_real_money: 'Sin operativa automática con dinero real: {why}',
  automation_real_waits: 'Esta orden automática no usa dinero real: {why}',
  automation_amounts:
    'Sus montos tienen más decimales de los que existen en {currency}: cámbialos antes de pasarla a esa cuenta.',
  automation_forbidden: '{name} prohíbe operar con programas, así que ahí solo se opera a mano. {known}',
  automation_prices:
    'Esta señal salió de precios que no son de mercado: en un bróker no se opera con ella. Inicia Vigía con precios de mercado (MARKET_FEED=deriv) o vuelve al modo simulado.',
  automation_ladder_open: '«{name}» espera el resultado de su operación anterior para saber cuánto invertir.',
  late_order: 'La señal era de hace {seconds} s: ya era tarde para entrar y no se operó.',
  backtest_external: 'Las señales externas no salen de velas: no se prueban en histórico.',
  backtest_not_found: 'No encontramos esa prueba.',
  backtest_cell_not_found: 'Esa casilla no se puede probar aparte: no llegó a probarse, o la rejilla es antigua.',
  proof_not_possible: 'Se pone a prueba un test terminado de unas reglas o un barrido.',
  proof_too_large: 'Ponerlo a prueba en {minimum} mercados tardaría demasiado: usa menos variantes o menos fechas.',
  backtest_limit: 'Ya tienes {maximum} pruebas en curso. Espera a que termine una o cancélala.',
  backtest_no_data: 'No hay datos de {symbol} para esas fechas.',
  backtest_too_large: 'Son demasiados datos para una sola prueba: como mucho {maximum} velas.',
  backtest_touch_needs_ticks: 'Un setup que entra al toque necesita ticks: no se puede probar solo con velas.',
  backtest_csv_invalid: 'El archivo no se puede leer: {why}',
  backtest_file_type: 'Envía el archivo de velas como text/csv o, comprimido, como application/gzip.',
  backtest_upload_not_found: 'Ese archivo ya no está en el servidor: vuelve a subirlo.',
  backtest_upload_too_large:
    'Ese archivo ocupa más de los {megabytes} MB de velas que puedes tener cargados: sube un período más corto.',
  backtest_uploads_full: 'El servidor tiene demasiados archivos cargados. Espera unos minutos y vuelve a subirlo.',
  price_file_damaged: 'Ese archivo está dañado: bórralo y vuelve a subirlo o traerlo.',
  price_file_not_found: 'Ese archivo de precios no existe o ya se borró.',
  price_file_not_kept: 'Confirma primero la zona horaria de ese archivo.',
  price_file_zone_unfit: 'Esa zona horaria no puede ser la del archivo: {why}',
  price_file_zone_unknown: 'No conocemos la zona horaria «{zone}».',
  price_files_full: 'Puedes guardar {files} archivos y {candles} velas: borra alguno o sube un período más corto.',
  history_fetch_not_found: 'Esa descarga de historia no existe o ya se borró.',
  history_not_offered: 'De {name} todavía no se sabe cómo da su historia antigua: no se puede traer.',
  backtest_expiry_not_multiple:
    'La expiración de {expiry} min no se puede decidir con velas de {step}: elige un múltiplo.',
  backtest_length_needs_ticks:
    'Una duración de {length} no es medible con velas de {step}: estos datos no tienen los ticks que la deciden.',
  backtest_timeframe_not_multiple: 'Con velas de {step} no se pueden formar velas de {timeframe}.',
  backtest_interrupted: 'El servidor se reinició mientras corría esta prueba. Vuelve a lanzarla.',
  backtest_failed: 'La prueba falló por un error nuestro; ya quedó registrado. Vuelve a lanzarla.',
  sweep_invalid: 'Esa búsqueda no es válida: {why}',

  push_endpoint_refused: 'Este navegador recibe sus avisos en una dirección a la que no podemos enviar.',
  push_subscription_not_found: 'Ese navegador ya no recibe avisos.',
  webhook_url_refused:
    'No podemos enviar a esa dirección: debe empezar por https://, con un nombre público, y no llevar usuario, clave ni un puerto que no sea 443 u 8443.',
  webhook_not_found: 'No encontramos ese webhook.',
  webhook_limit: 'Puedes tener {maximum} webhooks como máximo: elimina uno que ya no uses.',
  webhook_tests_limit: 'Espera un minuto antes de enviar otra prueba.',
  push_subscription_limit: 'Puedes activar los avisos en {maximum} navegadores: quita alguno que ya no uses.',
  telegram_missing: 'Esta instalación no tiene un bot de Telegram.',
  telegram_unreachable: 'Telegram no responde en este momento. Intenta de nuevo en un minuto.',
  telegram_chat_not_found: 'Tu cuenta ya no está conectada a Telegram.',

  price_alert_not_found: 'Esa alerta ya no existe.',
  price_alert_limit: 'Ya tienes {maximum} alertas esperando su precio: elimina alguna para crear otra.',
  price_alert_passed: 'El precio ya está ahí: es {price}. Elige un nivel que todavía no haya alcanzado.',
  drawing_not_found: 'Ese dibujo ya no existe.',
  drawing_limit: 'Puedes tener {maximum} dibujos por activo: elimina alguno que ya no uses.',
  drawing_total_limit: 'Puedes tener {maximum} dibujos en total: elimina algunos que ya no uses.',

  broker_unknown: 'No conocemos el bróker {broker}.',
  prices_away: 'Todavía no llegan precios de tu fuente: espera unos segundos o revisa su conexión.',
  market_source_unknown: 'Aquí no hay precios de {name}.',
  broker_not_connected: 'Ahora no hay conexión con {name}: conéctate o espera a que vuelva.',
  broker_already_connected: 'Ya estás conectado a {name}. Desconéctate antes de entrar con otros datos.',
  broker_in_use:
    'La cuenta de {name} es la que usas ahora: un token de bot no puede cambiar ni cerrar esa conexión. Hazlo tú desde Conexiones.',
  broker_busy: 'Ya hay un intento de conexión con {name} en curso: espera a que termine.',
  broker_login_busy:
    'Tienes operaciones abiertas o por confirmar en {name}. Cambia de acceso cuando terminen: se siguen con el que las abrió.',
  broker_login_unknown: 'Ese acceso a {name} ya no está guardado.',
  broker_logins_full: 'Ya guardas cuatro accesos a {name}. Olvida uno para guardar otro.',
  broker_consent_not_saved:
    'Entraste en la página de {name}: ese permiso no se guarda aquí. Desconéctate y entra allí con la otra cuenta.',
  broker_credentials_missing: 'No hay credenciales guardadas de {name}: escríbelas para conectarte.',
  broker_credentials_unreadable:
    'Las credenciales guardadas de {name} no se pueden descifrar: vuelve a escribirlas. No se envió nada.',
  broker_form_unsupported: '{name} no admite esa forma de entrar.',
  broker_consent_expired: 'Ese permiso de {name} caducó: vuelve a empezar.',
  broker_consent_used: 'Ese permiso de {name} ya se usó.',
  broker_consent_foreign: 'Ese permiso de {name} es de otra persona.',
  broker_throttled:
    'Demasiados intentos de conexión con {name}: espera {seconds} s. Así no te bloquean la cuenta por insistir.',
  broker_auth_invalid: '{name} no aceptó esas credenciales.',
  broker_code_required: '{name} te envió un código: escríbelo para terminar de entrar.',
  broker_code_invalid: '{name} no aceptó ese código. Escribe el último que te envió.',
  broker_code_unexpected: '{name} no está esperando ningún código: vuelve a conectarte.',
  broker_challenge:
    '{name} pide una comprobación que solo puedes pasar en su página: entra allí y pega aquí la sesión de tu navegador.',
  broker_challenge_elsewhere:
    '{name} pide una comprobación que solo puedes pasar en su página: entra allí con tu navegador y vuelve a conectarte aquí.',
  broker_clients_refused: '{name} ahora no deja entrar a otros programas. Opera en su página.',
  broker_rate_limited: '{name} pide esperar antes de volver a intentarlo.',
  broker_session_expired: 'Tu sesión en {name} caducó: vuelve a conectarte.',
  broker_unreachable: '{name} no responde en este momento.',
  broker_proxy_failed:
    'El proxy de salida no responde o no deja llegar a {name}. Quien administra Vigía tiene que revisar HTTPS_PROXY.',
  broker_failed: '{name} respondió algo que no esperábamos.',
  broker_practice_fixed: '{name} no permite reiniciar el saldo de su cuenta demo desde Vigía.',
  broker_practice_refused: '{name} no reinició el saldo de tu cuenta demo. Puede que solo lo haga cuando queda poco.',
  broker_account_missing: 'Tu cuenta de {name} no tiene {kind} que Vigía pueda usar.',
  broker_account_gone:
    '{name} ya no muestra la cuenta que usabas. No se envió nada ni se eligió otra por ti: elígela en Conexiones.',
  account_changed: 'La orden era para otra de tus cuentas. No se envió nada: mira en cuál estás y repítela.',
  broker_refused: '{name} no aceptó la operación: {why}. No se cobró nada.',
  broker_order_unknown:
    'Todavía no se sabe qué pasó con una operación en {name}. Hasta aclararlo con sus registros no se envía otra a esa cuenta.',
  broker_account_changed:
    'En {name} la cuenta elegida ya no es la {shown}, para la que era esta orden. No se envió nada: revisa la cuenta y repítela.',
  broker_changed:
    '{name} cambió algo de sus órdenes que Vigía no entiende. No se envió nada: revisa Conexiones, vuelve a conectar o confirma allí que quieres seguir.',
  broker_quote_late: '{name} no dijo a tiempo cuánto paga. No se envió nada ni se cobró nada: vuelve a intentarlo.',

  trade_not_running: 'Solo se puede vender una operación que está en marcha.',
  sale_not_offered: 'Esta operación no se puede vender antes de su expiración: {why}.',
  sale_refused: '{name} no compra esta operación: {why}.',
  sale_price_moved: '{name} ya no paga {price}: no se vendió nada. Mira el precio nuevo y decide otra vez.',
};

/** Reasons for the wait for real money, for the value `why` of `security_wait`. */
export const SECURITY_WAIT_REASONS_ES: Readonly<Record<SecurityWaitReason, string>> = {
  password_changed: 'cambió tu contraseña',
  email_changed: 'cambió el correo de tu cuenta',
  second_factor_added: 'se añadió un segundo factor',
  second_factor_removed: 'se quitó un segundo factor',
  recovery_code_used: 'se usó un código de recuperación',
  not_me: 'alguien pulsó «No fui yo» en un aviso',
  access_restored: 'se recuperó el acceso sin el segundo factor',
};

/** Names of the trading modes, for the values `now` and `shown` of `mode_changed`. */
export const MODE_NAMES_ES: Readonly<Record<TradingMode, string>> = {
  mock: 'Simulado',
  iqoption_demo: 'IQ demo',
  iqoption_real: 'IQ REAL',
};

/** The reasons why a broker refuses an order, by fault kind. These texts fill `why` of `broker_refused`. */
export const BROKER_REFUSALS_ES: Readonly<Record<string, string>> = {
  auth_invalid: 'la sesión ya no vale',
  auth_2fa_required: 'pide un código',
  auth_challenge: 'pide una comprobación en su página',
  auth_rate_limited: 'pide esperar',
  session_expired: 'la sesión caducó',
  insufficient_funds: 'el saldo no alcanza',
  market_closed: 'el mercado está cerrado',
  stake_out_of_range: 'el monto está fuera de sus límites',
  invalid_duration: 'no ofrece esa duración',
  too_late: 'se acabó el tiempo para comprar ese vencimiento',
  clients_refused: 'no deja operar a otros programas',
  price_moved: 'el precio o el pago cambió',
  rate_limited: 'son demasiadas órdenes seguidas',
  network: 'se perdió la conexión antes de enviarla',
  proxy_failed: 'el proxy de salida no responde',
  late: 'no se pudo enviar a tiempo',
  withdrawn: 'la conexión se cerró antes de enviarla',
};
/** Reason that is shown if the broker's own message would not help users. */
export const BROKER_REFUSAL_WITHOUT_REASON_ES = 'no dijo por qué';

/**
 * Reasons why a martingale is refused. These texts fill `why` of `martingale_refused`. `amount` is one stake or the sum
 * of the ladder; `limit` is the exceeded limit. Both are money texts.
 */
export const LADDER_FAULTS_ES: Readonly<Record<LadderFault, string>> = {
  real_money: 'nunca opera con dinero real.',
  below_minimum: 'empieza con {amount} y el mínimo del activo es {limit}.',
  above_maximum: 'llega a {amount} y el máximo del activo es {limit}.',
  balance: 'perderla entera cuesta {amount} y tu saldo es {limit}.',
  stake_limit: 'llega a {amount} y tu límite por operación es {limit}.',
  daily_loss_limit: 'perderla entera cuesta {amount} y tu límite de pérdida diaria es {limit}.',
  weekly_loss_limit: 'perderla entera cuesta {amount} y tu límite de pérdida semanal es {limit}.',
  own_daily_loss_limit: 'perderla entera cuesta {amount} y el límite de pérdida diaria del setup es {limit}.',
  own_weekly_loss_limit: 'perderla entera cuesta {amount} y el límite de pérdida semanal del setup es {limit}.',
};

/** Message for an order that contains no duration, or more than one. */
export const LENGTH_FAULT_ES =
  'Indica la duración en un solo campo: duration (minutos), duration_seconds o duration_ticks.';

/** Message for a period that ends before it begins. */
export const PERIOD_FAULT_ES = 'El comienzo debe ser anterior al final.';

/** Values of `detail` with the exact text of docs/spec/api.md §3. */
export const ERROR_DETAILS: Readonly<Partial<Record<ErrorCode, string>>> = {
  setup_not_found: 'Setup not found',
  broker_unknown: 'Unknown broker: {broker}',
};

/** Replaces the `{name}` marks of a sentence. A mark without a value stays visible, so that a test finds it. */
export function fillMessage(template: string, values: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}
