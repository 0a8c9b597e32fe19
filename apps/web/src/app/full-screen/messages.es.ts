/** Texts of the full screen with chart and order form. */
export const fullScreenMessages = { title: 'Operar a pantalla completa' } as const;
