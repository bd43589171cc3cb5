"""A window of Chromium 69 (September 2018), about what a phone of that year has: the oldest engine in a wheel.

Started by `test_old_phones.py` with a Python that has PyQtWebEngine. Every line of its input is an order: an address to
open, or an expression to evaluate, whose value it writes to its output as JSON; or a file for a picture.
"""

import json
import sys

from PyQt5.QtCore import QSocketNotifier, QUrl
from PyQt5.QtWebEngineWidgets import QWebEnginePage, QWebEngineView
from PyQt5.QtWidgets import QApplication


class Page(QWebEnginePage):
    def javaScriptConsoleMessage(self, level, message, line, source):
        print(f"{source}:{line}: {message}", file=sys.stderr, flush=True)


def tell(value):
    print(json.dumps(value), flush=True)


def obey(view):
    order = json.loads(sys.stdin.readline() or '{"end": true}')
    if "go" in order:
        view.setUrl(QUrl(order["go"]))
        tell(None)
    elif "run" in order:
        view.page().runJavaScript(order["run"], tell)
    elif "picture" in order:
        tell(view.grab().save(order["picture"]))
    else:
        QApplication.quit()


app = QApplication([sys.argv[0], "--no-sandbox", "--disable-gpu"])
view = QWebEngineView()
view.setPage(Page(view))
view.resize(390, 844)
view.show()
orders = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Read)
orders.activated.connect(lambda _: obey(view))
sys.exit(app.exec_())
