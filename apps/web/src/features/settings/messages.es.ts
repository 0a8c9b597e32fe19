export const settingsMessages = {
  title: 'Configuración',
  appearance: 'Apariencia',
  theme: 'Tema',
  dark: 'Oscuro',
  light: 'Claro',
  colors: 'Colores de CALL y PUT',
  colorsHint: 'La flecha acompaña siempre al color.',
  normal: 'Verde y rojo',
  colorBlind: 'Azul y naranja',
} as const;
