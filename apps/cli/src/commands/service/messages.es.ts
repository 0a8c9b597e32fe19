export const SERVICE_MESSAGES = {
  help: `Instala Vigía como servicio de tu usuario: arranca con la máquina y vuelve a arrancar si se cae.

Uso: vigia service install|uninstall

En Linux usa systemd (una unidad de usuario, sin permisos de administrador). Para que arranque sin que nadie entre en la
máquina hace falta una vez «loginctl enable-linger». El registro se ve con «vigia logs».
`,
  action: '«vigia service» necesita una acción: install o uninstall.',
  notInstalled:
    'este programa corre desde una carpeta temporal de npx o desde un clon: instala antes el paquete con «npm install --global ./vigia-VERSIÓN.tgz» y repite «vigia service install».',
  noSystemd: 'aquí no responde systemd para tu usuario: «systemctl --user» dice por qué. No se cambió nada.',
  running: (pid: number): string =>
    `Vigía ya está en marcha fuera del servicio (proceso ${pid}): detenla con «vigia stop» y repite «vigia service install».`,
  failed: (command: string, reason: string): string => `«${command}» falló: ${reason}`,
  installed: (file: string): string =>
    `Servicio instalado y en marcha (${file}).\nPara que arranque sin que entres en la máquina: loginctl enable-linger\n`,
  uninstalled: 'Servicio detenido y quitado. Tus datos siguen en su carpeta.\n',
  none: 'No había ningún servicio instalado.\n',
  macos: (node: string, program: string): string =>
    `En macOS (no probado): crea ~/Library/LaunchAgents/vigia.plist con ProgramArguments «${node}», «${program}», «start», «--foreground», con RunAtLoad y KeepAlive, y actívalo con «launchctl load».`,
  windows: (node: string, program: string): string =>
    `En Windows (no probado): crea en el Programador de tareas una tarea «al iniciar sesión» que ejecute «${node} ${program} start --foreground».`,
} as const;
