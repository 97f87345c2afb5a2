"""The fields of a form on a page (ISO 32000-2, 12.7), through PDFium. Runs in the reader's process only."""

from __future__ import annotations

from ctypes import byref
from typing import Any

import pypdfium2_raw as pdfium

from lightterm.extract.pdf.pdfium import wide_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 2000
"""Annotations of one page that are looked at."""

KINDS = {
    pdfium.FPDF_FORMFIELD_PUSHBUTTON: "button",
    pdfium.FPDF_FORMFIELD_CHECKBOX: "checkbox",
    pdfium.FPDF_FORMFIELD_RADIOBUTTON: "radio",
    pdfium.FPDF_FORMFIELD_COMBOBOX: "choice",
    pdfium.FPDF_FORMFIELD_LISTBOX: "choice",
    pdfium.FPDF_FORMFIELD_TEXTFIELD: "text",
    pdfium.FPDF_FORMFIELD_SIGNATURE: "signature",
}


class Fields:
    """The form of a file; scripts in it are not run, as nothing here runs any."""

    def __init__(self, document: Any) -> None:
        self._info = pdfium.FPDF_FORMFILLINFO()
        self._info.version = 2
        none = pdfium.FPDF_GetFormType(document) == pdfium.FORMTYPE_NONE
        self._form = None if none else pdfium.FPDFDOC_InitFormFillEnvironment(document, byref(self._info))

    def of(self, page: Any) -> Iterator[tuple[str, str, str]]:
        """(name, value, kind) of the fields on a page, in the order of the file."""
        if not self._form:
            return
        # Before, buttons do not tell which of the states of their group is theirs.
        pdfium.FORM_OnAfterLoadPage(page, self._form)
        for at in range(min(pdfium.FPDFPage_GetAnnotCount(page), MOST)):
            note = pdfium.FPDFPage_GetAnnot(page, at)
            if not note:
                continue
            if pdfium.FPDFAnnot_GetSubtype(note) == pdfium.FPDF_ANNOT_WIDGET:
                yield from self._field(note)
            pdfium.FPDFPage_CloseAnnot(note)
        pdfium.FORM_OnBeforeClosePage(page, self._form)

    def _field(self, note: Any) -> Iterator[tuple[str, str, str]]:
        form = self._form
        kind = KINDS.get(pdfium.FPDFAnnot_GetFormFieldType(form, note), "")
        name = wide_text(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldName(form, note, buffer, size))
        said = wide_text(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldAlternateName(form, note, buffer, size))
        value = wide_text(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldValue(form, note, buffer, size))
        if kind == "text" and pdfium.FPDFAnnot_GetFormFieldFlags(form, note) & pdfium.FPDF_FORMFLAG_TEXT_PASSWORD:
            value = "•" * len(value)
        if kind == "checkbox":
            value = "checked" if value not in ("", "Off") else "not checked"
        elif kind == "radio":
            own = wide_text(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldExportValue(form, note, buffer, size))
            state = wide_text(lambda buffer, size: pdfium.FPDFAnnot_GetStringValue(note, b"AS", buffer, size))
            chosen = state != "Off" if state else own == value
            own = own or (state if chosen else f"option {pdfium.FPDFAnnot_GetFormControlIndex(form, note) + 1}")
            value = f"{own}: {'chosen' if chosen else 'not chosen'}"
        if kind and kind != "button":
            yield said or name, value, kind
