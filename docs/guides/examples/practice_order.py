"""Example of docs/guides/use-the-api.md: shows the prices and places an order on paper. It needs Python 3 only."""

import json
import os
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("VIGIA_URL", "http://127.0.0.1:3000")
TOKEN = os.environ["VIGIA_BOT_TOKEN"]


def call(method, path, body=None, headers=None):
    """Returns the field `data` of the answer, or raises RuntimeError with the code and the sentence of the refusal."""
    request = urllib.request.Request(
        URL + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": f"Bearer {TOKEN}", "content-type": "application/json", **(headers or {})},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as refusal:
        error = json.load(refusal)["error"]
        raise RuntimeError(f"{error['code']}: {error['message']}") from None


for asset in call("GET", "/api/v1/trading/assets")[:3]:
    print(asset["symbol"], asset["current_price"], asset["payout"])

card = call("GET", "/api/v1/trading/performance")["card"]
print("win rate", card["rate"], "of", card["decided"], "decided, interval", card["interval"], "verdict", card["verdict"])

# With the same key and body the server opens one trade only, so this request may be repeated after a lost connection.
key = {"idempotency-key": str(uuid.uuid4())}
order = {"asset_symbol": "EURUSD", "option_type": "PUT", "amount": 10, "duration": 1, "mode": "mock"}
trade = call("POST", "/api/v1/trading/create-option", order, key)
print("trade", trade["id"], trade["account"], trade["status"])
