#!/bin/sh
# Probado con `npm run container -- --cluster`. Se ejecuta una vez, al crear el volumen: Vigía es dueña de su base y no administra el servidor.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$VIGIA_PASSWORD" <<'SQL'
CREATE ROLE vigia LOGIN NOSUPERUSER CREATEROLE PASSWORD :'password';
CREATE DATABASE vigia OWNER vigia;
SQL
