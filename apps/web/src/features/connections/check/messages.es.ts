export const checkMessages = {
  title: (broker: string) => `Revisar ${broker}`,
  text: 'Lo que envía tu bróker, comparado con lo que Vigía espera. Tarda unos dos minutos y se deja al cerrar.',
  states: {
    waiting: 'pendiente',
    running: 'comprobando',
    as_expected: 'como se esperaba',
    differs: 'difiere',
    not_offered: 'no ofrecido',
  },
  asked: 'espera tu respuesta',
  steps: 'Pasos',
  ask: {
    title: 'Falta la orden demo',
    text: (symbol: string, seconds: string) =>
      `Una sola, en tu cuenta demo: CALL en ${symbol} a ${seconds} s. Queda en tu historial como las demás.`,
    send: 'Enviar la orden demo',
    skip: 'Terminar sin ella',
  },
  done: (differs: number) =>
    differs === 0
      ? 'Todo como se esperaba.'
      : differs === 1
        ? 'Difiere 1 paso. Si se repite, cuéntalo con una grabación de «vigia broker-check».'
        : `Difieren ${differs} pasos. Si se repite, cuéntalo con una grabación de «vigia broker-check».`,
  cancelled: 'La revisión se dejó sin terminar.',
  again: 'Revisar otra vez',
  close: 'Cerrar',
} as const;
