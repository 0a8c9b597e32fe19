export const uiMessages = {
  close: 'Cerrar',
  retry: 'Reintentar',
  working: 'Trabajando',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  capsLock: 'Bloq Mayús está activado',
  strength: {
    label: 'Fortaleza de la contraseña',
    weak: 'Débil: agrega una palabra más',
    fair: 'Regular: alárgala un poco',
    good: 'Buena',
    strong: 'Muy buena',
  },
  ruler: {
    above: 'Por encima del equilibrio',
    below: 'Por debajo del equilibrio',
    indistinguishable: 'No se distingue del azar',
    short_sample: 'Muestra corta: aún no dice nada',
    breakEven: (rate: string) => `equilibrio ${rate}`,
    interval: (low: string, high: string) => `IC 95 % ${low}–${high}`,
    of: (won: number, decided: number) => `${won} de ${decided}`,
    spoken: (rate: string, low: string, high: string, breakEven: string) =>
      `Acierto ${rate}, intervalo de ${low} a ${high}, equilibrio ${breakEven}`,
  },
  mode: { mock: 'Simulado', iqoption_demo: 'IQ demo', iqoption_real: 'IQ REAL' },
  notifications: 'Avisos',
} as const;
