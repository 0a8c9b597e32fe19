export const notificationMessages = {
  title: 'Avisos',
  unread: (count: string) => `Avisos: ${count} sin leer`,
} as const;
