/** Texts of the offer to trade a signal by hand. */
export const offerMessages = {
  trade: 'Operar esta señal',
  ago: (seconds: number) => `hace ${seconds} s`,
  late: 'tarde',
  lateText: (limitS: number) => `Tiene más de ${limitS} s: ya no se ofrece.`,
  limit: 'Operar a mano hasta',
  limitOf: (seconds: number) => `${seconds} s tras la señal`,
  likeAutomation: (seconds: number) => `${seconds} s, como la automatización`,
} as const;
