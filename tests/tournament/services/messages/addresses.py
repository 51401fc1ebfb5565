"""Of every service an address as its users have it, with keys of the right form that open nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_KEY: Final = "0123456789abcdef0123456789abcdef"

ADDRESSES: Final[Mapping[str, str]] = {
    "mailtos": "mailtos://floor:secret@smtp.house.example:587?from=floor@house.example&to={to}",
    "mailto": "mailto://192.168.1.5:25?from=floor@house.example&to={to}",
    "brevo": f"brevo://{_KEY}:floor@house.example/{{to}}",
    "sendgrid": "sendgrid://apikey1234:floor@house.example/{to}",
    "mailgun": f"mailgun://floor@house.example/{_KEY}-12345678-12345678/{{to}}",
    "twilio": f"twilio://AC{_KEY}:{_KEY}@+39055123456/{{to}}",
    "vonage": "vonage://ABCDEF12:ABCDEFabcdef1234@+39055123456/{to}",
    "plivo": f"plivo://{'A' * 25}@{'b' * 40}/+39055123456/{{to}}",
    "sinch": f"sinch://{_KEY}:{_KEY}@+39055123456/{{to}}?region=eu",
    "telnyx": f"telnyx://{_KEY}@+39055123456/{{to}}",
    "msgbird": f"msgbird://{_KEY[:25]}/+39055123456/{{to}}",
    "clickatell": f"clickatell://{_KEY}/{{to}}",
    "clicksend": f"clicksend://house:{_KEY}@{{to}}",
    "bulksms": f"bulksms://{_KEY}:{_KEY}@{{to}}",
    "d7sms": f"d7sms://{_KEY}@{{to}}",
    "seven": f"seven://{_KEY}/{{to}}",
    "46elks": f"46elks://house:{_KEY}@Floorman/{{to}}",
    "sns": f"sns://{'AKIA'}IOSFODNN7EXAMPLE/{_KEY}/eu-south-1/{{to}}",
    "whatsapp": f"whatsapp://{_KEY}@123456789012345/{{to}}",
    "tgram": "tgram://123456789:abcdefg_hijklmnop/{to}",
    "threema": "threema://*HOUSE01@0123456789abcdef/{to}",
}
