"""The arrows of the data flow, one public function a module. They know ports and domain only."""
